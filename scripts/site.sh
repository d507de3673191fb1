#!/bin/sh
# The pages that a host can serve as they are, in target/site: the book, and reports of data/archive in three languages.
#
#   sh scripts/site.sh PROGRAM
set -eu
program=$(realpath "$1")
cd "$(dirname "$0")/.."
site=target/site
rm -rf "$site"
mkdir -p "$site"
sh scripts/book.sh
[ ! -d target/book ] || cp -R target/book "$site/book"
"$program" audit data/archive --out "$site/dataset" --duplicates --positions --players --exit-zero --quiet > /dev/null
for language in en fr de; do
  "$program" report "$site/dataset" --lang "$language" --out "$site/report-$language.html" --quiet
done
rm -rf "$site/dataset"
cp docs/images/first-minute.svg "$site/"
python3 - "$site/index.html" << 'END'
import pathlib
import sys

sys.path.insert(0, "scripts/release")
from project import facts

known = facts()
source = f'<li><a href="{known["repository"]}">Source</a></li>' if known["repository"] else ""
pathlib.Path(sys.argv[1]).write_text(f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>audit960</title>
<style>body{{max-width:52rem;margin:2rem auto;padding:0 1rem;font:1.1rem/1.6 system-ui,sans-serif}}img{{max-width:100%}}</style>
<h1>audit960</h1>
<p>{known["description"]}.</p>
<ul>
<li>The report of a small archive, Chess960 and classics of the fifty-move rule:
<a href="report-en.html">English</a>, <a href="report-fr.html" lang="fr">français</a>, <a href="report-de.html" lang="de">Deutsch</a></li>
<li><a href="book/index.html">The book</a></li>
{source}</ul>
<img src="first-minute.svg" alt="The first minute at a terminal">
</html>
""", "utf-8")
END
echo "$site/index.html"
