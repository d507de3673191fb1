"""Checks every link of the built book: the file is there, and the heading that an address names.

    python3 scripts/book_links.py target/book

A page of the book may name a file of the repository outside of it, such as ARCHITECTURE.md. In the built book such a
link leads to the repository that Cargo.toml names; as long as it names none, the words stay and the link goes.
"""

import html.parser
import pathlib
import re
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts/release"))

from project import facts  # noqa: E402


class Page(html.parser.HTMLParser):
    """Addresses of a page, and the names that others can link to."""

    def __init__(self):
        super().__init__()
        self.links, self.names = [], set()

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.names.add(value)


def leads_out(path, folder, repository):
    """The text of a page with links out of the book resolved; fails if one leads nowhere."""

    def resolved(link):
        target, mark, heading = link[2].partition("#")
        file = (ROOT / "docs" / path.relative_to(folder).parent / target).resolve()
        if file.is_relative_to(ROOT / "docs"):
            return link[0]
        if not file.exists() and file.suffix == ".html":
            file = file.with_suffix(".md")
        if not file.exists():
            sys.exit(f"{path.name}: {link[2]} is not in the repository")
        if not repository:
            return link[3]
        return f'<a href="{repository}/blob/main/{file.relative_to(ROOT)}{mark}{heading}">{link[3]}</a>'

    return re.sub(r'(?s)<a ([^>]*)href="((?:\.\./)+[^"]*)"[^>]*>(.*?)</a>', resolved, path.read_text(encoding="utf-8"))


def main(folder):
    pages = {}
    repository = facts()["repository"]
    for path in folder.rglob("*.html"):
        path.write_text(leads_out(path, folder, repository), encoding="utf-8")
    for path in sorted(folder.rglob("*.html")):
        page = Page()
        page.feed(path.read_text(encoding="utf-8"))
        pages[path.resolve()] = page
    checked, broken = 0, []
    for path, page in pages.items():
        # The page for printing has the links of all others; a page that is not found may be asked for anywhere.
        if path.name in ("print.html", "404.html", "toc.html"):
            continue
        for link in page.links:
            target = urllib.parse.urlsplit(link)
            if target.scheme or target.netloc:
                continue
            checked += 1
            file = (path.parent / urllib.parse.unquote(target.path)).resolve() if target.path else path
            if not file.exists():
                broken.append(f"{path.name}: {link} is not there")
            elif target.fragment and file in pages and target.fragment not in pages[file].names:
                broken.append(f"{path.name}: {link}: no heading of this name")
    print("\n".join(broken) or f"{len(pages)} pages, {checked} links: all lead somewhere")
    if not checked:
        sys.exit(f"{folder} has no links; was the book built?")
    sys.exit(1 if broken else 0)


main(pathlib.Path(sys.argv[1]).resolve())
