"""The library over HTTP, for programs: version 1, described by OpenAPI."""
