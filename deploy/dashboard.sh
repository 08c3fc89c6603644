#!/usr/bin/env bash
# Loads the data views and the dashboard of kibana.ndjson into Kibana, over those of an earlier run.
# Needs KIBANA_URL and ELASTIC_PASSWORD; takes INDEX_PREFIX.
set -euo pipefail

objects=$(mktemp --suffix .ndjson)
trap 'rm -f "$objects"' EXIT
sed "s/{prefix}/${INDEX_PREFIX:-}/g" "$(dirname "$0")/kibana.ndjson" > "$objects"
password=${ELASTIC_PASSWORD//\\/\\\\}
answer=$(curl --fail-with-body --silent --show-error --header "kbn-xsrf: true" --form "file=@$objects" \
  --config <(printf 'user = "elastic:%s"\n' "${password//\"/\\\"}") \
  "$KIBANA_URL/api/saved_objects/_import?overwrite=true")
echo "$answer"
grep -q '"success":true' <<< "$answer"
