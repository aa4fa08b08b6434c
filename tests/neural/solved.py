"""Folders of small instances with solutions."""

from pathlib import Path

import kinroute
from kinroute.io import write_vrplib


def folder_of(folder: Path, sizes: tuple[int, ...], *, seed: int = 1) -> Path:
    """One instance of each size, solved for a moment."""
    folder.mkdir()
    for number, customers in enumerate(sizes):
        instance = kinroute.generate(customers, seed=seed + number)
        write_vrplib(instance, folder / f"i{number}.vrp")
        stop = kinroute.AfterIterations(20)
        kinroute.solve(instance, method="D-O", stop=stop).write(folder / f"i{number}.sol")
    return folder
