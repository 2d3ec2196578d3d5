/** What `payrig check --help` says after its options. */
export const checkHelp = `
Exit codes:
  0  no judged clause fails (an implied one that does not hold is a warning; see --fail-on)
  1  some clause fails that no baseline lists
  2  bad usage: an option, a file or a key that cannot be right; nothing was judged
  3  incomplete: the deployment could not be used, the run was stopped, or a clause that had to be judged was not
  4  the suite itself broke

Variables: PAYRIG_API_KEY, PAYRIG_OTHER_API_KEY, PAYRIG_MEMBER and PAYRIG_PRODUCTION_API_KEY stand for their options,
PAYRIG_TARGET_SANDBOX_KEY for --sandbox-key.

Examples:
  payrig check http://127.0.0.1:4010 --api-key sandbox-key --other-api-key sandbox-key-2
  payrig check https://staging.example --arrange none --read-only          # reads, and creates nothing
  payrig check https://staging.example --only 'webhooks.*' --report-dir reports
  payrig check https://staging.example --write-baseline known.json         # what fails today is known
  payrig check https://staging.example --baseline known.json --compare last/report.json
  payrig check https://staging.example --json | jq '.totals'
  payrig check https://staging.example --replay 'users.patch.sets@42/3' --keep`;
