#!/usr/bin/env bash
# Checks every model exhaustively, and that each mutation named in its head comment makes it fail. Needs spin and a C compiler.
set -euo pipefail
cd "$(dirname "$0")"
models=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# errors MODEL [MUTATION]: how many errors the exhaustive search finds (it stops at the first); "cut short" when it was not exhaustive.
errors() {
  (cd "$work" && spin -a ${2:+"$2"} "$models/$1" >/dev/null && cc -O1 -w -DSAFETY -o pan pan.c && ./pan -m1000000 -w22) |
    sed -n 's/.*errors: \([0-9]*\).*/\1/p; s/.*max search depth too small.*/cut short/p'
}

for model in *.pml; do
  if [ "$(errors "$model")" = 0 ]; then echo "ok    $model"; else echo "FAIL  $model"; failed=1; fi
  for mutation in $(grep -o -- '-D[A-Z_]*' "$model" | sort -u); do
    if [ "$(errors "$model" "$mutation")" != 0 ]; then
      echo "ok    $model $mutation fails, as it must"
    else
      echo "FAIL  $model $mutation is not noticed"
      failed=1
    fi
  done
done
exit $failed
