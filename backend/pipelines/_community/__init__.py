"""Parts of the community graph pipeline."""
