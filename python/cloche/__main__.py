"""`python -m cloche`."""

import sys

from cloche.cli import main

if __name__ == "__main__":
    sys.exit(main())
