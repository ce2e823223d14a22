"""``python -m linkwright`` is the command ``linkwright``."""

import sys

from linkwright.cli import main

sys.exit(main())
