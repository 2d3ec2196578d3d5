import { Refusal } from '../../../simulator/domain/refusal.ts';
import type { UserRecord } from '../../../simulator/domain/user-record.ts';
import { remembering } from './model.ts';
import {
  aboutUser,
  after,
  around,
  before,
  changeClient,
  changeUser,
  type Defect,
  mutantsOf,
  onAnswer,
  onBody,
  onRequest,
  seeing,
  userIn,
  withPort,
} from './mutant.ts';
import { checksReading, handlersReading, withUser } from './override-reads.ts';

const isSeeded = (record: UserRecord | undefined): boolean =>
  !record?.user.ext_id?.startsWith('payrig-check-');

const alsoToTheLatestOther = (operation: 'deleteUser' | 'updateUser'): Defect =>
  around(operation, async (context, handler) => {
    const page = { offset: 0, limit: 100, newestFirst: false };
    const { users } = await context.client.users.list(page, context.clientRecord);
    const other = users.findLast(({ user_id }) => user_id !== context.path.user_id);
    const answer = await handler(context);
    if (other) await handler(aboutUser(context, { user: other }));
    return answer;
  });

function ignoresEarlierValues(operation: 'updateUser' | 'updateConfiguration'): Defect {
  const history = new Map<string, string[]>();
  return onRequest(operation, ({ url, sent }) => {
    for (const [field, value] of Object.entries(sent)) {
      const key = `${url} ${field}`;
      const values = history.get(key) ?? [];
      const text = JSON.stringify(value);
      if (values.includes(text) && values.at(-1) !== text) Reflect.deleteProperty(sent, field);
      else history.set(key, [...values, text]);
    }
  });
}

function writesCreationTime(): readonly Defect[] {
  const given = new Map<string, unknown>();
  return [
    onRequest('updateUser', ({ url, sent }) => {
      if (sent['created_at'] === undefined) return;
      given.set(url, sent['created_at']);
      for (const field of ['user_id', 'created_at']) Reflect.deleteProperty(sent, field);
    }),
    onBody('updateUser', (body, { url }) =>
      given.has(url) ? { ...body, created_at: given.get(url) } : body,
    ),
  ];
}

/** The arrangement API of a production server that calls itself a sandbox. */
const saysSandbox = onAnswer(/^\/_sandbox\/health$/, ({ body }) => ({
  body: Object.assign({}, body, { environment: 'sandbox' }),
}));

const userMutants = mutantsOf('users.', {
  'delete.gone: pages-as-if-the-first-people-had-stayed': remembering(
    () => ({ gone: 0 }),
    (memoryOf) => [
      seeing('deleteUser', userIn, (user, { client }) => {
        if (isSeeded(user)) memoryOf(client).gone += 1;
      }),
      before('listUsers', ({ client, query }) => {
        const { offset = 1 } = query;
        return { query: { ...query, offset: offset + (offset > 1 ? memoryOf(client).gone : 0) } };
      }),
    ],
  ),
  'delete.leaves-others: deletes-the-latest-user-too': alsoToTheLatestOther('deleteUser'),
  'patch.null-unsets: drops-the-rest-beside-a-null': onRequest('updateUser', (request) => {
    const nulls = Object.entries(request.sent).filter(([, value]) => value === null);
    if (nulls.length > 0) request.body = Object.fromEntries(nulls);
  }),
  'patch.persists: answers-an-update-without-making-it': around('updateUser', async (context, handler) => {
    const { surname = null } = context.body ?? {};
    const answer = await handler({ ...context, body: { ...context.body, surname: undefined } });
    return surname === null || !answer.body ? answer : { ...answer, body: { ...answer.body, surname } };
  }),
  'patch.persists: forgets-what-becomes-of-seeded-people': seeing('updateUser', userIn, (was, context) =>
    was && isSeeded(was) ? changeUser(context.client, was.user.user_id, { user: was.user }) : undefined,
  ),
  'patch.that-user-only: updates-the-latest-user-too': alsoToTheLatestOther('updateUser'),
  'patch.keeps-omitted: lets-the-creation-time-be-written': writesCreationTime(),
  'patch.sets: ignores-a-value-that-was-there-before': ignoresEarlierValues('updateUser'),
  'frequency.hourly-in-sandbox: has-no-hours-in-its-sandbox': [{ environment: 'production' }, saysSandbox],
});

const link = 'linkAccount';
const update = 'updateConfiguration';

/** Users look as they did when their latest account was linked: what switches their checks on or off later is lost. */
function switchAtLinking(): (record: UserRecord) => UserRecord {
  const switches = new Map<string, UserRecord['user']['recurring_checks_enabled']>();
  return (record) => {
    const key = [record.user.user_id, ...Object.keys(record.accounts)].join(' ');
    if (!switches.has(key)) switches.set(key, record.user.recurring_checks_enabled);
    return withUser({ recurring_checks_enabled: switches.get(key) })(record);
  };
}

/** The value that one user set last holds for every user. */
function holdsForAll(field: 'payroll_period_months' | 'recurring_checks_enabled'): readonly Defect[] {
  let latest: unknown;
  const own = (record: UserRecord): UserRecord =>
    latest == null ? record : withUser({ [field]: latest })(record);
  const remember = (sent: Record<string, unknown>): void => {
    latest = sent[field] ?? latest;
  };
  return [
    onRequest('updateUser', ({ sent }) => remember(sent)),
    after('createUser', (_, { body }) => remember({ ...body })),
    ...handlersReading([link], { user: own }),
    checksReading({ user: own }),
  ];
}

function endsChecksOfOthers(): readonly Defect[] {
  const seen = new Set<string>();
  const ended = new Set<string>();
  return [
    withPort('nextCheck', (next) => (record, ...rest) => {
      seen.add(record.user.user_id);
      return ended.has(record.user.user_id) ? undefined : next(record, ...rest);
    }),
    onRequest('updateUser', ({ url }) => {
      for (const id of seen) if (!url.includes(id)) ended.add(id);
    }),
  ];
}

const hasAccounts = (record: UserRecord | undefined): boolean =>
  Object.keys(record?.accounts ?? {}).length > 0;

const settingMutants = mutantsOf('', {
  'settings.lookback.user-decides: looks-back-for-all-as-far-as-one-user-says':
    holdsForAll('payroll_period_months'),
  'settings.payslip-upload.fallback: takes-payslips-beside-an-account-alone': before(
    'createEntry',
    async (context) => {
      if (!hasAccounts(await userIn(context))) throw new Refusal(409, 'Link an account first');
      return undefined;
    },
  ),
  'settings.recurring-checks.user-enables: checks-all-users-once-one-switched-on':
    holdsForAll('recurring_checks_enabled'),
  'settings.recurring-checks.user-enables: ends-the-checks-of-others-with-every-update': endsChecksOfOthers(),
  'settings.recurring-checks.follow-changes: goes-by-the-switch-of-the-day-an-account-was-linked':
    checksReading({ user: switchAtLinking() }),
  // The provider of a second account has nothing for the checks to find.
  'settings.recurring-checks.every-account: checks-one-account-a-user': before(
    link,
    async (context) => hasAccounts(await userIn(context)) && { body: { ...context.body, payroll: [] } },
  ),
  'configuration.patch.sets: ignores-a-setting-that-was-there-before': ignoresEarlierValues(update),
  'configuration.patch.keeps-omitted: replaces-the-whole-configuration': before(update, async (context) => {
    await changeClient(context.client, () => ({ configuration: {} }));
    return context;
  }),
  'configuration.patch.persists: keeps-nothing-of-an-update': seeing(
    update,
    ({ client }) => client.state.read(),
    ({ configuration }, { client }) => changeClient(client, () => ({ configuration })),
  ),
  'configuration.patch.ill-typed: takes-anything-for-a-switch': onRequest(update, ({ sent }) => {
    for (const [name, value] of Object.entries(sent))
      if (name.endsWith('_enabled') && value !== null) sent[name] = Boolean(value);
  }),
  'configuration.frequency.no-hourly-in-production: takes-hourly-checks-in-production': before(
    update,
    ({ services }) => ({ services: { ...services, environment: 'sandbox' } }),
  ),
});

export const userAndSettingMutants = [...userMutants, ...settingMutants];
