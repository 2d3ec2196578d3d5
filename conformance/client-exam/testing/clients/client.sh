#!/bin/sh
# curl and jq.
set -eu
api=$PAYRIG_EXAM_URL
user=$(jq -nr '$ENV.PAYRIG_EXAM_USER_ID // "" | @uri')
account=$(jq -nr '$ENV.PAYRIG_EXAM_ACCOUNT_ID // "" | @uri')
entry=$(jq -nr '$ENV.PAYRIG_EXAM_ENTRY_ID // "" | @uri')
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# call METHOD PATH [BODY] [CREDENTIAL HEADER]: the answer on standard output; ends with the service's words otherwise.
call() {
  method=$1 path=$2 body=${3:-} credential=${4:-X-API-KEY: $PAYRIG_EXAM_API_KEY}
  set -- -sS --max-time 10 -o "$answer" -w '%{http_code}' -X "$method" -H "$credential"
  if [ -n "${PAYRIG_EXAM_AUTHORISATION_ID:-}" ]; then
    set -- "$@" -H "x-svc-authorisation-id: $PAYRIG_EXAM_AUTHORISATION_ID"
  fi
  if [ -n "$body" ]; then set -- "$@" -H 'Content-Type: application/json' --data-binary "$body"; fi
  status=$(curl "$@" "$api$path") || { echo "no answer" >&2; return 1; }
  case $status in
    2??) jq -ce . "$answer" ;;
    *) { echo "$status"; cat "$answer"; } >&2; return 1 ;;
  esac
}

# Whole pence, which numbers of jq hold exactly.
pence='def pence: gsub("[,.]"; "") | tonumber;
def pounds: (if . < 0 then "-" else "" end) + (fabs | tostring | if length < 3 then ("000" + .)[-3:] else . end | .[:-2] + "." + .[-2:]);'
payslips="$pence"'{payslips: (.payroll_submissions | length), net_pay: ([.payroll_submissions[].income_information.earnings.net_pay | pence] | add // 0 | pounds)}'

case $PAYRIG_EXAM_JOURNEY in
  list-users)
    offset=1 ids='{}'
    while :; do
      page=$(call GET "/users?offset=$offset&limit=100")
      ids=$(printf '%s' "$page" | jq -c --argjson ids "$ids" '$ids + ([.users[] | {(.user_id): 1}] | add // {})')
      count=$(printf '%s' "$page" | jq '.users | length')
      offset=$((offset + count))
      if [ "$count" = 0 ] || [ "$(printf '%s' "$ids" | jq length)" -ge "$(printf '%s' "$page" | jq .pagination.total_count)" ]; then break; fi
    done
    printf '%s' "$ids" | jq -c '{users: length}' ;;
  update-user)
    result=$(call PATCH "/users/$user" "$PAYRIG_EXAM_FIELDS")
    printf '%s' "$result" | jq -ce '{user: .}' ;;
  connect)
    told='{}'
    if [ -n "${PAYRIG_EXAM_MFA+set}" ]; then
      told=$(call PUT "/accounts/$account/mfa" "$(jq -nc '{mfa: $ENV.PAYRIG_EXAM_MFA}')")
      told=$(printf '%s' "$told" | jq -c '{account: .status}')
    fi
    result=$(call POST /payroll/entries/connections "$(jq -nc '{account_id: $ENV.PAYRIG_EXAM_ACCOUNT_ID}')" "Authorization: Bearer $PAYRIG_EXAM_USER_TOKEN")
    printf '%s' "$result" | jq -ce --argjson told "$told" "$payslips + \$told" ;;
  direct-connection)
    result=$(call POST /accounts/direct-connections "$(jq -nc '{user_id: $ENV.PAYRIG_EXAM_USER_ID}')")
    printf '%s' "$result" | jq -ce "$payslips" ;;
  affordability)
    result=$(call GET "/expenditure/$user/ons")
    printf '%s' "$result" | jq -ce "$pence"'{months: (.expenditures | length), total: ([.expenditures[].total | pence] | add // 0 | pounds)}' ;;
  delete-user) call DELETE "/users/$user" ;;
  delete-account) call DELETE "/accounts/$account" ;;
  delete-entry) call DELETE "/payroll/entries/$entry" ;;
esac
