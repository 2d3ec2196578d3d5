import fc from 'fast-check';
import {
  defaultProfile,
  type JsonSchema,
  loadOpenPoints,
  type PartialProfile,
  type PointId,
} from '../../../spec/profile.ts';

const memberOperations = defaultProfile().points['auth.member-token.operations'];

/**
 * Points whose schema allows values that no run could live with (tokens of a second, one request an hour) or that say
 * nothing about what is likely. All others are drawn from their schemas.
 */
const drawn: { [Point in PointId]?: fc.Arbitrary<unknown> } = {
  'auth.member-token.lifetime-seconds': fc.integer({ min: 900, max: 86_400 }),
  'auth.user-token.lifetime-seconds': fc.integer({ min: 900, max: 86_400 }),
  'auth.member-token.operations': fc.subarray(memberOperations),
  'auth.user-token.endpoint': fc.constant(null),
  'users.create.endpoint': fc.constant(null),
  'accounts.create.endpoint': fc.constant(null),
  'terms.create.endpoint': fc.constant(null),
  'payslips.upload.endpoint': fc.constant(null),
  'auth.token-claims': fc.constantFrom(null, ['sub', 'exp']),
  'configuration.client-callback-url.redirect': fc.constantFrom(null, 'By 303, with nothing added.'),
  // Where connections or uploads are off unless a client asks for them, a run switches them on by its own settings first.
  'settings.payroll-connections.default': fc.constant(true),
  'settings.payslip-upload.default': fc.constant(true),
  'settings.recurring-checks.default': fc.constant(false),
  // With one use each, a check would have to accept anew before every request.
  'authorisations.one-time.uses': fc.constant('any'),
  'requests.rate-limit': fc.constantFrom(null, 2000),
  'members.roles': fc.constantFrom(null, ['admin', 'viewer'], ['owner']),
  'settings.payroll-period-months.maximum': fc.integer({ min: 6, max: 240 }),
  'settings.payroll-period-months.default': fc.integer({ min: 6, max: 24 }),
  'configuration.get.not-found': fc.constant('never'),
  'presign.url-lifetime-seconds': fc.integer({ min: 60, max: 86_400 }),
  'presign.max-files': fc.integer({ min: 5, max: 200 }),
  'documents.max-bytes': fc.integer({ min: 1_000_000, max: 20_000_000 }),
  'bank-statements.list.exclude-before-name': fc.constantFrom('created_from', 'since', 'createdAfter'),
  'bank-statements.list.exclude-after-name': fc.constantFrom('created_to', 'until', 'createdBefore'),
  'accounts.status-values': fc.constantFrom(
    { linked: 'LINKED', locked: 'LOCKED', failed: 'FAILED' },
    { linked: 'ACTIVE', locked: 'BLOCKED', failed: 'ERROR' },
  ),
  'payroll.trust-score-values': fc.constantFrom(['HIGH', 'MEDIUM', 'LOW'], ['green', 'amber', 'red']),
  'payroll.source-values': fc.constantFrom(
    {
      connection: 'Payroll provider connection',
      direct: 'Payroll direct connection',
      upload: 'Payslip upload',
    },
    { connection: 'provider', direct: 'direct', upload: 'payslip' },
  ),
  'accounts.no-latest-pay-date': fc.constantFrom('null', 'absent'),
  'income.required-fields': fc.constantFrom(['id'], ['id', 'account_id', 'entry_id']),
  'payroll.required-fields': fc.constantFrom(['id'], ['id', 'account_id', 'entry_id', 'created_at']),
  'expenditure.model': fc.constantFrom(null, {
    cost_of_living: { coefficient: 3.1, exponent: 0.75 },
    housing: { coefficient: 1.7, exponent: 0.7 },
    age_factors: [
      { from: 0, to: 29, factor: 0.8 },
      { from: 30, to: 64, factor: 1.05 },
      { from: 65, to: 150, factor: 0.9 },
    ],
    region_factors: { England: 1.1, Wales: 0.8, Scotland: 0.9, 'Northern Ireland': 0.7 },
  }),
  'webhooks.delivery.timeout-ms': fc.integer({ min: 2000, max: 20_000 }),
  'webhooks.delivery.max-attempts': fc.integer({ min: 2, max: 12 }),
  'webhooks.delivery.backoff': fc.constantFrom(
    { first_seconds: 10, factor: 3, max_seconds: 14_400, jitter: 0.2 },
    { first_seconds: 60, factor: 1, max_seconds: 60, jitter: 0 },
  ),
  // A plain receiver is all that a test has.
  'webhooks.create.url-schemes': fc.constant('http-and-https'),
  'events.bank-statement.payload-key': fc.constantFrom('bank_statement_submissions', 'statements'),
  'events.income.payload-key': fc.constantFrom('income_submissions', 'incomes', null),
  'versioning.deprecation-policy': fc.constantFrom(null, 'Six months notice.'),
};

function ofSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const items = schema['items'] as { enum?: unknown[] } | undefined;
  if (items?.enum) return fc.subarray(items.enum);
  if (schema['type'] === 'integer')
    return fc.integer({ min: Number(schema['minimum'] ?? 0), max: Number(schema['maximum'] ?? 1000) });
  throw new Error(`No value can be drawn from ${JSON.stringify(schema)}`);
}

const words = fc.constantFrom('svc', 'acme', 'paylens', 'northwind');
const authorities = fc.constantFrom('taxauth', 'revenue', 'fisc');

/** A profile drawn from all that the open points allow; the same seed draws the same one. */
export function randomProfile(seed: number): PartialProfile {
  const points = Object.fromEntries(
    loadOpenPoints().map(({ id, schema }) => [id, drawn[id as PointId] ?? ofSchema(schema)]),
  );
  const profiles = fc.record({
    naming: fc.record({ vendor: words, authority: authorities }),
    points: fc.record(points),
  });
  const [profile] = fc.sample(profiles, { seed, numRuns: 1 });
  return JSON.parse(JSON.stringify(profile));
}
