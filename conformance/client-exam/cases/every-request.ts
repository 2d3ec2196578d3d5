import { Failure } from '../../judgement/failure.ts';
import { type Judges, RequestFailure } from '../stage/exam-case.ts';
import type { Stage } from '../stage/stage.ts';

const secretNames = ['API_KEY', 'USER_TOKEN', 'PASSWORD', 'SECRET', 'ENCRYPTION_KEY'];
const holds = (text: string, secret = ''): boolean =>
  secret.length > 7 &&
  [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)].some((one) => text.includes(one));

/** Whether a text holds the key or the token of a user. */
const holdsCredential = (text: string, { values }: Stage): boolean =>
  holds(text, values['API_KEY']) || holds(text, values['USER_TOKEN']);

/** Judged in every case: what holds for each request of a client, whatever the journey. */
export const everyRequest: Judges = {
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
  'requests.limits': ({ violations }) => {
    const wrong = violations.find((text) => /\[(limit|offset)\]/.test(text));
    if (wrong !== undefined) throw new Failure('limit and offset within their bounds', wrong);
  },
  'requests.service-only': ({ requests }) => {
    const seen = requests.find(({ where, url }) => where === 'service' && url.startsWith('/_'));
    if (seen)
      throw new RequestFailure('no request to what only a sandbox has', `${seen.method} ${seen.url}`, seen);
  },
  'requests.key-own-address': ({ requests, stage }) => {
    for (const seen of requests)
      for (const [name, value] of Object.entries(seen.headers))
        if (seen.where === 'storage' && holdsCredential(value, stage))
          throw new RequestFailure(
            'no key or token to be sent to the storage, which is at another address',
            `the header ${name} with it`,
            seen,
          );
  },
  'requests.key-not-in-url': ({ requests, stage }) => {
    const seen = requests.find(({ url }) => holdsCredential(url, stage));
    if (seen) throw new RequestFailure('no key or token in a URL', 'a URL with it', seen);
  },
  'requests.key-not-printed': ({ runs, stage }) => {
    for (const { outcome } of runs)
      for (const name of secretNames)
        if (holds(outcome.output, stage.values[name]))
          throw new Failure('no key, token, password or secret in the output', `${name} in the output`);
  },
};
