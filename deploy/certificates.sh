#!/usr/bin/env bash
# Makes what Elasticsearch speaks TLS with, unless it is there: a certificate authority, and a certificate that it signs.
# $1: folder for the server's key and certificate. $2: folder for the authority's certificate, which everyone may read.
# The authority's key is not kept: it has signed all that it has to. For new certificates, empty both folders.
set -euo pipefail

private=$1
public=$2
certutil=${CERTUTIL:-/usr/share/elasticsearch/bin/elasticsearch-certutil}
days=${CERTIFICATE_DAYS:-3650}
owner=${CERTIFICATE_OWNER:-1000:0}

if [ -s "$private/server.key" ] && [ -s "$public/ca.crt" ]; then
  echo "The certificates are there."
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bash "$certutil" ca --silent --pem --days "$days" --out "$work/ca.zip"
unzip -q "$work/ca.zip" -d "$work"
bash "$certutil" cert --silent --pem --days "$days" --name server --dns elasticsearch,localhost --ip 127.0.0.1 \
  --ca-cert "$work/ca/ca.crt" --ca-key "$work/ca/ca.key" --out "$work/server.zip"
unzip -q "$work/server.zip" -d "$work"

mkdir -p "$private" "$public"
install -m 0644 "$work/ca/ca.crt" "$public/ca.crt"
install -m 0644 "$work/server/server.crt" "$private/server.crt"
install -m 0600 "$work/server/server.key" "$private/server.key"
chown "$owner" "$private/server.crt" "$private/server.key"
chmod 0755 "$private" "$public"
echo "Certificates made, valid for $days days."
