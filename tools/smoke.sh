#!/usr/bin/env bash
# Build the wheel, install it into a fresh environment, and use it from elsewhere.
# Usage: tools/smoke.sh PYTHON, where PYTHON has the package `build`.
set -euo pipefail

project=$(cd "$(dirname "$0")/.." && pwd)
python=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" -m build --wheel --outdir "$work/dist" "$project" >"$work/build.log" 2>&1 ||
  { cat "$work/build.log"; exit 1; }
"$python" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check "$work"/dist/*.whl

# From here on nothing of the source folder is in reach.
cd "$work"
ukachat=$work/venv/bin/ukachat
"$ukachat" --version
"$ukachat" rules
"$ukachat" replay - <"$project/examples/first-game.yaml" >replay.txt
test -s replay.txt
printf '%s\n' /play /start /deal /table | UKACHAT_DB=$work/ukachat.db "$ukachat" chat --plain >chat.txt
grep -q "The table keeps your seat" chat.txt
echo "The wheel works: $(basename dist/*.whl)"
