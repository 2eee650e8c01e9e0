#!/bin/sh
# Starts the whole installation. The first time it makes the secrets, in a file beside this one that only you can read: keep a copy of
# it apart from the database, since without APP_SECRET nothing sealed opens again.
set -eu
cd "$(dirname "$0")"
if [ ! -f .env ]; then
  umask 077
  secret() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
  {
    printf 'APP_SECRET=%s\n' "$(secret)"
    printf 'POSTGRES_PASSWORD=%s\n' "$(secret)"
    printf 'METRICS_TOKEN=%s\n' "$(secret)"
    printf 'PUBLIC_URL=%s\n' "${PUBLIC_URL:-https://localhost}"
  } > .env
  echo 'Secrets were made in deploy/compose/.env.'
fi
exec docker compose up --build --detach --wait "$@"
