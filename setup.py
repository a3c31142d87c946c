"""The folders at the top install as `crossfall.solver`, `crossfall.generator`, `crossfall.templates`.

setuptools cannot discover packages under a changed name, so they are listed here from the folders
themselves: a new game needs no edit.
"""

from setuptools import find_packages, setup

TOPS = ("solver", "generator", "templates")

setup(
    packages=[
        f"crossfall.{name}"
        for top in TOPS
        for name in (top, *(f"{top}.{sub}" for sub in find_packages(top)))
    ]
)
