#!/bin/sh
# A test reads the PDF files of invoices with other software than what wrote them.
set -eu

if ! command -v pdftotext >/dev/null; then
  echo "setup: poppler for the test of invoices (apt, about 15 MB, under a minute) ..."
  "$(dirname "$0")/apt-install.sh" poppler-utils
fi
