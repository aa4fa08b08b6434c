"""Which share of the edges of good solutions do the k most related customers hold?

    python benchmarks/recall.py DATA/XML [--every 1] [--k 15]

The folder has labels of `kinroute label`, or `.vrp` files with their `.sol` files. Prints two
tables for docs/relatedness.md: all instances for several k, and one k by kind of instance.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from kinroute.neural.labels import from_files, read
from kinroute.neural.manifest import MANIFEST
from kinroute.neural.recall import evaluate
from kinroute.relatedness.named import NAMED


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1, help="only every so many instances")
    parser.add_argument("--k", type=int, default=15, help="of the table by kind")
    arguments = parser.parse_args()
    folder = arguments.folder
    labels = read(folder) if (folder / MANIFEST).exists() else from_files(folder)
    labels = labels.chosen(slice(0, None, arguments.every))
    table = evaluate(labels, {name: made() for name, made in NAMED.items()})
    print(table.markdown())
    print(table.markdown_by_group(arguments.k))


if __name__ == "__main__":
    main()
