"""What every pipeline finds for fixed questions, kept so that a change of the house shows."""
