/** Every journey of the exam, with the values that it gets besides URL and API_KEY and what it may print. */
export const journeyTable = {
  'list-users': { values: [], prints: '{"users": 137}' },
  'update-user': { values: ['USER_ID', 'FIELDS'], prints: '{"user": {…}}' },
  connect: {
    values: ['USER_ID', 'USER_TOKEN', 'ACCOUNT_ID', 'MFA?', 'AUTHORISATION_ID?'],
    prints: '{"payslips": 12, "net_pay": "24310.07", "account": "LINKED"}',
  },
  'direct-connection': {
    values: ['USER_ID', 'AUTHORISATION_ID?'],
    prints: '{"payslips": 12, "net_pay": "24310.07"}',
  },
  'upload-statement': {
    values: ['USER_ID', 'USER_TOKEN', 'FILE', 'EXTERNAL_ID'],
    prints: '{"statements": 1, "closing_balance": "812.55"}',
  },
  income: { values: ['USER_ID'], prints: '{"submissions": 3, "total_income": "98123.40"}' },
  affordability: { values: ['USER_ID'], prints: '{"months": 12, "total": "14630.21"}' },
  subscribe: {
    values: ['WEBHOOK_URL', 'EVENTS', 'SECRET?', 'ENCRYPTION_KEY?'],
    prints: '{"webhook_id": "…"}',
  },
  'delete-user': { values: ['USER_ID'], prints: '' },
  'delete-account': { values: ['USER_ID', 'ACCOUNT_ID'], prints: '' },
  'delete-entry': { values: ['USER_ID', 'ENTRY_ID'], prints: '' },
  'invite-member': {
    values: ['MEMBER', 'PASSWORD', 'INVITE_NAME', 'INVITE_EMAIL', 'ROLE'],
    prints: '{"status": "unconfirmed"}',
  },
} as const satisfies Record<string, { values: readonly string[]; prints: string }>;

export type Journey = keyof typeof journeyTable;
export const journeys = Object.keys(journeyTable) as Journey[];

/** What a journey is started with; the names lack the prefix of the environment. */
export type Values = Readonly<Record<string, string>>;
