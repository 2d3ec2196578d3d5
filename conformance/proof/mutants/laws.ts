import { hash } from 'node:crypto';
import type { UserRecord } from '../../../simulator/domain/user-record.ts';
import { withParts } from '../../../simulator/state/user-write.ts';
import type { TransportOutcome } from '../../../simulator/webhooks/http-transport.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { writes } from '../../checks/laws/at-once.ts';
import { onMessages } from './estimate-defects.ts';
import { onEnvelope } from './event-emission.ts';
import {
  after,
  around,
  changeUser,
  type Defect,
  eachOf,
  instead,
  type Mutant,
  mutantsOf,
  onBody,
  onRequest,
  refusal,
  withPort,
} from './mutant.ts';
import { overrideReads } from './override-reads.ts';
import { onPage, onQuery } from './paged-lists.ts';

/** The value that one user set last holds for every user. */
function holdsForAll(field: 'payroll_period_months' | 'recurring_checks_enabled'): readonly Defect[] {
  let latest: unknown;
  const own = (record: UserRecord): UserRecord =>
    latest == null ? record : withParts(record, { user: { ...record.user, [field]: latest } });
  const remember = (sent: Record<string, unknown>): void => {
    if (sent[field] != null) latest = sent[field];
  };
  return [
    onRequest('updateUser', ({ sent }) => remember(sent)),
    after('createUser', async ({ body }) => remember({ ...body })),
    around('linkAccount', (context, handler) => handler(overrideReads(context, { user: own }))),
    withPort(
      'nextCheck',
      (next) =>
        (record, ...rest) =>
          next(own(record), ...rest),
    ),
  ];
}

/** While one address fails, deliveries to other addresses are dropped. */
const starves = (fails: (outcome: TransportOutcome) => boolean): Defect =>
  withPort('transport', (transport) => {
    const failing = new Set<string>();
    return async (request) => {
      const others = failing.size > 0 && !failing.has(request.url);
      if (others) return { status: 200 };
      const outcome = await transport(request);
      if (fails(outcome)) failing.add(request.url);
      else failing.delete(request.url);
      return outcome;
    };
  });

function onRetries(change: Parameters<typeof onEnvelope>[0]) {
  const seen = new Set<string>();
  return onEnvelope((envelope, given) => {
    const id = `${given.secret} ${given.key} ${given.message}`;
    if (seen.has(id)) change(envelope, given);
    seen.add(id);
  });
}

function namesFirstVector(): Defect {
  const first = new Map<string, string>();
  return onEnvelope(({ headers }, { message, key }) => {
    const vector = headers['X-Svc-Encryption-IV'];
    if (vector === undefined) return;
    first.set(key + message, first.get(key + message) ?? vector);
    headers['X-Svc-Encryption-IV'] = first.get(key + message) ?? vector;
  });
}

/** Accepts a file whose bytes came before, and does nothing with it. */
const readsBytesOnce = (): Defect =>
  withPort('statementReader', (reader) => {
    const seen = new Set<string>();
    return {
      read: async (bytes, owner) => {
        const digest = hash('sha256', bytes);
        if (seen.has(digest)) return reader.read(Buffer.from('%PDF-1.7\n'), owner);
        seen.add(digest);
        return reader.read(bytes, owner);
      },
      close: () => reader.close(),
    };
  });

function keepsNamesTaken(): readonly Defect[] {
  const taken = new Set<string>();
  const refused = refusal(409, 'The name of the webhook is taken');
  return [
    instead('createWebhook', ({ sent }) => (taken.has(String(sent['name'])) ? refused : undefined)),
    onBody('createWebhook', ({ name }) => void taken.add(name)),
  ];
}

function filtersThePage(): readonly Defect[] {
  let from: string | null = null;
  let to: string | null = null;
  return [
    onQuery('listBankStatements', (query) => {
      from = query.get('created_from');
      to = query.get('created_to');
      for (const name of ['created_from', 'created_to']) query.delete(name);
    }),
    onPage('listBankStatements', (pagination, items) => {
      const kept = (items as { created_at: string }[]).filter(
        ({ created_at: at }) => (from === null || at >= from) && (to === null || at <= to),
      );
      pagination.count = kept.length;
      return kept;
    }),
  ];
}

function sendsTwiceWhileTimeMoves(): readonly Defect[] {
  let moving = false;
  return [
    around('moveClock', async (context, handler) => {
      moving = true;
      const answer = await handler(context);
      moving = false;
      return answer;
    }),
    withPort('transport', (transport) => async (request) => {
      if (moving) await transport(request);
      return transport(request);
    }),
  ];
}

/** Concurrent requests all do what the last of them asks: one shared variable, or one a client. */
function doesTheLastOfThose(operation: OperationId, isForAll: boolean): Defect {
  const last = new Map<unknown, unknown>();
  return around(operation, async (context, handler) => {
    const whose = isForAll || context.client;
    last.set(whose, context);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return handler(last.get(whose) as typeof context);
  });
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

/** Requests under way at once that are mixed up, for every operation that writes. */
const mixedUp = Object.entries(writes).flatMap(([operation, { clause, among }]) =>
  [false, true]
    .filter((isForAll) => among !== (isForAll ? 'users' : 'clients'))
    .map((isForAll): Mutant => {
      const whose = isForAll ? 'all-clients' : 'one-client';
      const defects = [doesTheLastOfThose(operation as OperationId, isForAll)];
      return { name: `mixes-up-${kebab(operation)}-of-${whose}-at-once`, clause, defects };
    }),
);

/** Defects that show only where there are two of something, or where something is done twice. */
export const lawMutants = [
  ...mixedUp,
  ...mutantsOf('', {
    'settings.lookback.user-decides: looks-back-for-all-as-far-as-one-user-says':
      holdsForAll('payroll_period_months'),
    'settings.recurring-checks.user-enables: checks-all-users-once-one-switched-on':
      holdsForAll('recurring_checks_enabled'),
    'bank-statements.filter.after: filters-what-is-on-the-page-alone': filtersThePage(),
    'events.routing.every-subscription: drops-what-comes-after-a-refusal': starves(
      (outcome) => 'status' in outcome && outcome.status >= 400,
    ),
    'events.routing.every-subscription: drops-what-comes-after-a-hanging-receiver': starves(
      (outcome) => 'error' in outcome,
    ),
    'events.body.kind-user-and-time: names-no-user-in-a-second-attempt': onRetries((envelope) => {
      if (envelope.body.startsWith('{'))
        envelope.body = envelope.body.replace(/"user_id":"[^"]*"/, '"user_id":null');
    }),
    'events.encryption.decrypts: sends-second-attempts-as-they-are': onRetries((envelope, { message }) => {
      if (envelope.headers['X-Svc-Encryption-IV']) envelope.body = message;
    }),
    'events.encryption.iv-header: names-the-vector-of-the-first-attempt': namesFirstVector(),
    'events.signature.lowercase-hex: signs-second-attempts-in-capitals': onRetries(({ headers }) => {
      const signed = headers['X-Svc-Signature'];
      if (signed) headers['X-Svc-Signature'] = signed.toUpperCase();
    }),
    'expenditure.errors.each-post-code-tried: tells-each-post-code-twice': onMessages((errors) =>
      errors.flatMap((message) => (message.startsWith('Postcode') ? [message, message] : [message])),
    ),
    'expenditure.errors.one-string-each: repeats-a-message-for-each-payslip': onMessages((errors) => [
      ...errors,
      ...errors.filter((message) => message.includes('date_of_birth')),
    ]),
    'documents.upload.becomes-submission: reads-the-same-bytes-once': readsBytesOnce(),
    'webhooks.delete.no-trace: keeps-the-names-of-deleted-webhooks': keepsNamesTaken(),
    'accounts.shape.pending-while-awaited: opens-the-accounts-beside-the-answered-one': after(
      'submitMfa',
      async ({ client, path }) => {
        const owner = await client.users.ownerOf(path.account_id);
        if (!owner) return;
        const accounts = eachOf(owner.accounts, (one) => ({ ...one, state: 'linked' as const }));
        await changeUser(client, owner.user.user_id, { accounts });
      },
    ),
    'events.payroll.on-recurring-check: sends-what-a-recurring-check-found-twice': sendsTwiceWhileTimeMoves(),
  }),
];
