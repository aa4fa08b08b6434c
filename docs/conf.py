"""The documentation site; `make docs` builds it into build/site."""

from __future__ import annotations

import re
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).parent.parent
VERSION = re.search(r'__version__ = "(.+?)"', (ROOT / "src/kinroute/__init__.py").read_text())
assert VERSION is not None

project = "Kinroute"
author = "the Kinroute developers"
copyright = "The Kinroute developers, MIT licence"
release = version = VERSION[1]

extensions = ["myst_nb", "sphinx_copybutton", "sphinx_design"]
exclude_patterns = [] if (ROOT / "SECURITY.md").exists() else ["security.md"]
highlight_language = "none"
nitpicky = True

myst_enable_extensions = [
    "attrs_block",
    "attrs_inline",
    "colon_fence",
    "dollarmath",
    "substitution",
]
myst_substitutions = {"version": release}
myst_heading_anchors = 4
nb_execution_mode = "off"  # the tests run the notebooks; the site shows what is stored in them

html_theme = "pydata_sphinx_theme"
html_title = "Kinroute"
html_static_path = ["_static"]
html_css_files = ["kinroute.css"]
html_favicon = "_static/logo.svg"
html_context = {"default_mode": "auto"}  # light or dark, as the system is
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "logo": {
        "text": "Kinroute",
        "image_light": "_static/logo.svg",
        "image_dark": "_static/logo.svg",
    },
    "header_links_before_dropdown": 6,
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "show_prev_next": True,
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_sidebars = {"index": [], "install": []}

_ROOT_PAGE = re.compile(r"^```\{include\} \.\./(\w+\.md)\n```$", re.MULTILINE)
_PAGES = {"README": "index"}
_IF = re.compile(r"<!-- if (\w+) -->\n(.*?)<!-- end -->\n", re.DOTALL)
_ROOT_LINK = re.compile(r"\]\((?:\.\./)*([A-Z]+)\.md")


def include_root_pages(app: Sphinx, docname: str, source: list[str]) -> None:
    """Include pages of the repository's root, and lead links there to the pages of the site."""

    def text_of(match: re.Match[str]) -> str:
        app.env.note_dependency(str(ROOT / match[1]))
        return (ROOT / match[1]).read_text(encoding="utf-8").replace("](docs/", "](")

    text = _ROOT_PAGE.sub(text_of, source[0])
    source[0] = _ROOT_LINK.sub(lambda link: f"](/{_PAGES.get(link[1], link[1].lower())}.md", text)


def leave_out_missing_pages(app: Sphinx, docname: str, source: list[str]) -> None:
    """Keep what is between `<!-- if PAGE -->` and `<!-- end -->` where there is such a page."""

    def kept(match: re.Match[str]) -> str:
        app.env.note_dependency(f"{match[1]}.md")  # read again when it comes or goes
        return match[2] if match[1] in app.env.found_docs else ""

    source[0] = _IF.sub(kept, source[0])


def setup(app: Sphinx) -> None:
    app.connect("source-read", include_root_pages)
    app.connect("source-read", leave_out_missing_pages)
