"""The commands of `cloche`, one module each; `cloche.cli` puts them together."""
