#!/usr/bin/env bash
# Gives the service a user of its own in Elasticsearch, which reaches its indexes and nothing else, and Kibana its password where one is set.
# May run again: it sets what is set already. Needs ELASTICSEARCH_URL, ELASTIC_PASSWORD, ELASTICSEARCH_USERNAME, ELASTICSEARCH_PASSWORD
# and CA_FILE; takes INDEX_PREFIX and KIBANA_PASSWORD.
set -euo pipefail

# Text as a JSON string.
json() {
  local text=${1//\\/\\\\}
  printf '"%s"' "${text//\"/\\\"}"
}

# Sends the JSON of standard input. The password reaches curl over a descriptor, where the list of processes does not show it.
send() {
  curl --fail-with-body --silent --show-error --cacert "$CA_FILE" --request "$1" "$ELASTICSEARCH_URL/_security/$2" \
    --header "Content-Type: application/json" --data-binary @- --config <(printf 'user = %s\n' "$(json "elastic:$ELASTIC_PASSWORD")")
  echo
}

prefix=${INDEX_PREFIX:-}
send PUT role/signal-canvas <<EOF
{
  "description": "Signal Canvas: its own indexes",
  "cluster": ["monitor", "manage_own_api_key"],
  "indices": [
    {
      "names": ["${prefix}papers*", "${prefix}signals*", "${prefix}passages*", "${prefix}records*"],
      "privileges": ["read", "write", "manage"]
    }
  ]
}
EOF

send PUT "user/$ELASTICSEARCH_USERNAME" <<EOF
{ "password": $(json "$ELASTICSEARCH_PASSWORD"), "roles": ["signal-canvas"], "full_name": "Signal Canvas" }
EOF

if [ -n "${KIBANA_PASSWORD:-}" ]; then
  send POST user/kibana_system/_password <<EOF
{ "password": $(json "$KIBANA_PASSWORD") }
EOF
fi
