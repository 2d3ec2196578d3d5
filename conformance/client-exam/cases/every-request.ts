import type { ClientClauseId } from '../../../spec/client-clauses.ts';
import { Failure } from '../../failure.ts';
import { type Evidence, type Judge, RequestFailure } from '../exam-case.ts';
import type { Seen } from '../front.ts';

const secretsOf = ({ stage }: Evidence): string[] =>
  ['API_KEY', 'USER_TOKEN', 'PASSWORD', 'SECRET', 'ENCRYPTION_KEY']
    .map((name) => stage.values[name])
    .filter((value): value is string => value !== undefined && value.length > 7);

const credentials = ({ stage }: Evidence): string[] =>
  [stage.values['API_KEY'], stage.values['USER_TOKEN']].filter(
    (value): value is string => value !== undefined,
  );

const holds = (text: string, secret: string): boolean =>
  text.includes(secret) ||
  text.includes(encodeURIComponent(secret)) ||
  text.includes(JSON.stringify(secret).slice(1, -1));

/** Where limits and offsets have bounds. */
const bounds: Partial<Record<NonNullable<Seen['operation']>, { offset: number; limit: number }>> = {
  listUsers: { offset: 1, limit: 100 },
  getTaxauthIncome: { offset: 1, limit: 100 },
  listBankStatements: { offset: 0, limit: 1000 },
};

const queryOf = ({ url }: Seen) => new URLSearchParams(url.split('?')[1] ?? '');

function outOfBounds(seen: Seen): string | undefined {
  const bound = seen.operation && bounds[seen.operation];
  if (!bound) return undefined;
  const query = queryOf(seen);
  const ranges = { offset: [bound.offset, Number.MAX_SAFE_INTEGER], limit: [1, bound.limit] } as const;
  for (const [name, [least, most]] of Object.entries(ranges)) {
    const text = query.get(name);
    if (text !== null && !(/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most))
      return `${name}=${text}`;
  }
  return undefined;
}

/** Judged in every case: what holds for each request of a client, whatever the journey. */
export const everyRequest: Readonly<Partial<Record<ClientClauseId, Judge>>> = {
  'requests.allowed': ({ requests, violations }) => {
    const unknown = requests.find((seen) => seen.operation === undefined && !seen.url.startsWith('/_'));
    if (unknown)
      throw new RequestFailure(
        'only requests that the contract has',
        `${unknown.method} ${unknown.url}, which is no operation`,
        unknown,
      );
    const [violation] = violations;
    if (violation !== undefined) throw new Failure('only requests that fit the contract', violation);
  },
  'requests.limits': ({ requests }) => {
    for (const seen of requests) {
      const wrong = outOfBounds(seen);
      if (wrong !== undefined) throw new RequestFailure('limit and offset within their bounds', wrong, seen);
    }
  },
  'requests.service-only': ({ requests }) => {
    const seen = requests.find(({ where, url }) => where === 'service' && url.startsWith('/_'));
    if (seen)
      throw new RequestFailure('no request to what only a sandbox has', `${seen.method} ${seen.url}`, seen);
  },
  'requests.key-own-address': (evidence) => {
    for (const seen of evidence.requests)
      for (const [name, value] of Object.entries(seen.headers))
        if (seen.where === 'storage' && credentials(evidence).some((secret) => holds(value, secret)))
          throw new RequestFailure(
            'no key or token to be sent to the storage, which is at another address',
            `the header ${name} with it`,
            seen,
          );
  },
  'requests.key-not-in-url': (evidence) => {
    for (const seen of evidence.requests)
      if (credentials(evidence).some((secret) => holds(seen.url, secret)))
        throw new RequestFailure('no key or token in a URL', 'a URL with it', seen);
  },
  'requests.key-not-printed': (evidence) => {
    for (const { outcome } of evidence.runs)
      for (const secret of secretsOf(evidence))
        if (holds(outcome.output, secret))
          throw new Failure(
            'no key, token, password or secret in the output',
            `${Object.entries(evidence.stage.values).find(([, value]) => value === secret)?.[0]} in the output`,
          );
  },
};
