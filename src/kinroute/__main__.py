"""`python -m kinroute` is `kinroute`."""

from kinroute.cli import main

main()
