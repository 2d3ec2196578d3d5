/** A scenario to begin with: valid as it is, with a word on everything that can be said. */
export const scenarioStart = (
  key: string,
): string => `# yaml-language-server: $schema=./node_modules/payrig/dist/generators/scenarios/scenario.schema.json
# A person of your own. Try:  payrig world --check ${key}.yaml
key: ${key}
description: Robin Ellery began a new job in Leeds half a year ago, and has just linked it.
purpose: What to use them for, in a sentence.

# Who it is; what is left out is drawn.
person:
  forename: Robin
  surname: Ellery
  date_of_birth: aged 34, birthday 9 June # null when it is unknown
  homes: # oldest first
    - post_code: BS6 5TY
    - post_code: LS6 2AQ
      from: 8 months ago
  # on_payslips: { post_code: hidden } # what payroll shows, where it differs from what is so

# Days are told from the one on which the world begins: 2 years 1 month ago, yesterday, in 3 weeks, last Friday,
# the 20th 1 month ago, first of the month 5 months ago.
jobs: # oldest first
  - key: main
    employer: cindermoor # an id of GET /providers, or { name: My Firm, paye_reference: 123/AB456 }
    role: Accountant
    start: 6 months ago
    # leave: in 2 months
    pay: { salary: 34000 } # pounds a year; or { hourly_rate: 13.45, weekly_hours: 37.5 }
    # frequency: weekly # with pay_day: { anchor: last Friday }
    pay_day: { day_of_month: 25 }
    tax_code: 1257L
    events:
      - { kind: bonus, on: 2 months ago, description: Welcome bonus, amount: 750 }
      - { kind: sick, from: 50 days ago, to: 44 days ago, pay: statutory }
      # - { kind: pay-rise, from: in 3 months, pay: { salary: 36000 } }
      # - { kind: deduction, on: 1 month ago, type: overpayment_recovery, description: Overpaid, amount: 2900 }

# What the service holds when the world begins; what is left out is as for any user.
start:
  user: # settings, and what the lender was told
    payroll_period_months: 12
  authorisations:
    - term: one-time-2 # or one-time-1, recurring, lender; revoked: true
  accounts:
    - job: main
      # status: PENDING
      # mfa: { kind: code, answer: "1234" }
      # login: timeout # the provider behaves: fail, lock, nothing, mfa (payrig world --magic)
      # delay_ms: 1500
  entries: [] # nothing has been retrieved yet
  statements: [2, 1] # bank statements uploaded, of so many months ago

# What you rely on, tried by payrig world --check in this order.
promises:
  - { call: holdings, accounts: 1, status: LINKED, entries: 0 }
  - { call: query, finds: 5 to 7, events: 1 }
  - { call: query, finds: 0, events: 0 }
  - { call: estimate, finds: 5 to 7 }
  - { call: statements, finds: 2 }
  - { call: query, after: P2M, finds: 1 to 3, events: 1 }
`;
