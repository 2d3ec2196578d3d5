/** Every journey of the exam: the call that it is about, and the values that it gets besides URL and API_KEY. */
export const journeyTable = {
  'list-users': { operation: 'listUsers', values: [] },
  'update-user': { operation: 'updateUser', values: ['USER_ID', 'FIELDS'] },
  connect: {
    operation: 'queryPayrollConnection',
    values: ['USER_ID', 'USER_TOKEN', 'ACCOUNT_ID', 'MFA?', 'AUTHORISATION_ID?'],
  },
  'direct-connection': { operation: 'createDirectConnection', values: ['USER_ID', 'AUTHORISATION_ID?'] },
  'upload-statement': {
    operation: 'presignBankStatements',
    values: ['USER_ID', 'USER_TOKEN', 'FILE', 'EXTERNAL_ID'],
  },
  income: { operation: 'getTaxauthIncome', values: ['USER_ID'] },
  affordability: { operation: 'getOnsExpenditure', values: ['USER_ID'] },
  subscribe: { operation: 'createWebhook', values: ['WEBHOOK_URL', 'EVENTS', 'SECRET?', 'ENCRYPTION_KEY?'] },
  'delete-user': { operation: 'deleteUser', values: ['USER_ID'] },
  'delete-account': { operation: 'deleteAccount', values: ['USER_ID', 'ACCOUNT_ID'] },
  'delete-entry': { operation: 'deleteEntry', values: ['USER_ID', 'ENTRY_ID'] },
  'invite-member': {
    operation: 'inviteMember',
    values: ['MEMBER', 'PASSWORD', 'INVITE_NAME', 'INVITE_EMAIL', 'ROLE'],
  },
} as const;

export type Journey = keyof typeof journeyTable;

export const isJourney = (name: string): name is Journey => Object.hasOwn(journeyTable, name);
export const journeys = Object.keys(journeyTable).filter(isJourney);

export const keyOperationOf = (journey: Journey) => journeyTable[journey].operation;

/** The journeys whose call causes an event, and the request that causes it. */
export const causes: Readonly<Partial<Record<Journey, string>>> = {
  connect: 'queryPayrollConnection',
  'direct-connection': 'createDirectConnection',
  'upload-statement': 'upload',
};

/** What a journey is started with; the names lack the prefix of the environment. */
export type Values = Readonly<Record<string, string>>;
