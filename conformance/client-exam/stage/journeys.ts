/** Every journey of the exam: the call that it is about, and the values that it gets besides URL and API_KEY. */
const table = {
  'list-users': ['listUsers'],
  'update-user': ['updateUser', 'USER_ID', 'FIELDS'],
  connect: ['queryPayrollConnection', 'USER_ID', 'USER_TOKEN', 'ACCOUNT_ID', 'MFA?', 'AUTHORISATION_ID?'],
  'direct-connection': ['createDirectConnection', 'USER_ID', 'AUTHORISATION_ID?'],
  'upload-statement': ['presignBankStatements', 'USER_ID', 'USER_TOKEN', 'FILE', 'EXTERNAL_ID'],
  income: ['getTaxauthIncome', 'USER_ID'],
  affordability: ['getOnsExpenditure', 'USER_ID'],
  subscribe: ['createWebhook', 'WEBHOOK_URL', 'EVENTS', 'SECRET?', 'ENCRYPTION_KEY?'],
  'delete-user': ['deleteUser', 'USER_ID'],
  'delete-account': ['deleteAccount', 'USER_ID', 'ACCOUNT_ID'],
  'delete-entry': ['deleteEntry', 'USER_ID', 'ENTRY_ID'],
  'invite-member': ['inviteMember', 'MEMBER', 'PASSWORD', 'INVITE_NAME', 'INVITE_EMAIL', 'ROLE'],
} as const;

export type Journey = keyof typeof table;

export const isJourney = (name: string): name is Journey => Object.hasOwn(table, name);
export const journeys = Object.keys(table).filter(isJourney);

export const keyOperationOf = (journey: Journey) => table[journey][0];
export const valuesOf = (journey: Journey): readonly string[] => table[journey].slice(1);

/** The journeys whose call causes an event, and the request that causes it. */
export const causes: Readonly<Partial<Record<Journey, string>>> = {
  connect: 'queryPayrollConnection',
  'direct-connection': 'createDirectConnection',
  'upload-statement': 'upload',
};

/** What a journey is started with; the names lack the prefix of the environment. */
export type Values = Readonly<Record<string, string>>;
