/** What a check can need from a run: something to arrange, a credential, or permission to do something. */
export type Capability = keyof typeof capabilities;

/** What an arrangement gives that offers all of these functions. */
const arrangeable = <const Names extends readonly string[]>(what: string, ...functions: Names) => ({
  is: what,
  enable: `offer ${functions.join(' and ')} with --arrange (the arrangement API or a module of your own)`,
  functions,
});

const held = (what: string) => ({
  is: `a user that has ${what}`,
  enable: 'name one in a fixtures file (--arrange FILE.json), or offer what creates it with --arrange',
});

/** Every capability, in the order in which people meet them: `is` completes "This needs ...", `enable` is what a person would do. */
export const capabilities = {
  writes: { is: 'permission to create, change and delete', enable: 'run without --read-only' },
  users: arrangeable('users of its own', 'createUser'),
  tokens: arrangeable('tokens of users', 'tokenFor'),
  terms: arrangeable('authorisation terms of its own', 'createTerm', 'setTermActive'),
  authorisations: arrangeable('authorisations of users', 'accept'),
  revocation: arrangeable('authorisations to be taken back', 'revoke'),
  accounts: arrangeable('accounts linked to users', 'linkAccount'),
  'direct-payroll': arrangeable('payroll that a direct connection finds', 'setDirectPayroll'),
  entries: arrangeable('entries with payroll', 'createEntry'),
  'bank-statements': arrangeable('extracted bank statements', 'createBankStatement'),
  income: arrangeable('tax-authority income', 'createIncome'),
  inspect: arrangeable('a look at all that is held about a user', 'inspectUser'),
  clock: arrangeable('time to be moved', 'now', 'moveClock'),
  deliveries: arrangeable('a look at webhook deliveries', 'deliveries', 'redeliver'),
  'existing-users': {
    is: 'permission to change users that were there before, and to put them back',
    enable: 'offer a reset with --arrange (a sandbox does), or give --destructive',
  },
  'expendable-users': {
    is: 'permission to do anything with users that were there before, and a reset that brings them back',
    enable: 'give --destructive, and offer a reset with --arrange (a sandbox does)',
  },
  'held-user': held('any fields'),
  'held-bank-statements': held('bank statements'),
  'held-income': held('tax-authority income'),
  'held-payroll': held('payroll to estimate from'),
  'held-term': {
    is: 'an authorisation term that exists',
    enable: 'name one in a fixtures file (--arrange FILE.json), or offer createTerm with --arrange',
  },
  member: { is: 'a member who can sign in', enable: 'give --member user:password' },
  'other-client': { is: 'a second client', enable: 'give --other-api-key' },
  receiver: {
    is: 'webhooks that reach this machine',
    enable:
      'name an address at which the deployment reaches this machine (--receiver-url), such as that of a tunnel',
  },
  sandbox: { is: 'a sandbox server', enable: 'run against a sandbox, or say --environment sandbox' },
  production: {
    is: 'a production server',
    enable: 'run against one (--environment production), or name one beside with --production-url',
  },
} as const satisfies Record<string, { is: string; enable: string }>;

/** The capabilities whose use creates or changes something, so that they need `writes` too. */
export const writing: ReadonlySet<Capability> = new Set<Capability>([
  ...(['existing-users', 'expendable-users', 'users', 'terms', 'authorisations', 'revocation'] as const),
  ...(['accounts', 'direct-payroll', 'entries', 'bank-statements', 'income', 'clock', 'receiver'] as const),
]);
