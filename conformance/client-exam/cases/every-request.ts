import { readFile } from 'node:fs/promises';
import { Failure } from '../../judgement/failure.ts';
import { holdsSecret } from '../../values/holds-secret.ts';
import { expectNoRequest, type Judges, RequestFailure } from '../stage/exam-case.ts';
import { madeBy } from '../stage/fixtures.ts';
import { jsonOf, signedQuery } from '../stage/front.ts';
import { keyOperationOf } from '../stage/journeys.ts';
import type { Stage } from '../stage/stage.ts';
import { given, writes } from './read-cases.ts';

const secretNames = ['API_KEY', 'USER_TOKEN', 'PASSWORD', 'MFA', 'SECRET', 'ENCRYPTION_KEY'];
const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** The header in which each credential goes; a token may hold pieces of the key, so that only the whole counts. */
const headerOf = { API_KEY: 'x-api-key', USER_TOKEN: 'authorization' };

/** Whether a text holds the key or the token of a user. */
const holdsCredential = (text: string, { values }: Stage): boolean =>
  holdsSecret(text, values['API_KEY']) || holdsSecret(text, values['USER_TOKEN']);

const notToStorage = 'no key or token to be sent to the storage, which is at another address';
const notPrinted = 'no key, token, password or secret in the output, nor eight characters of one in a row';

/** Judged in every case: what holds for each request of a client, whatever the journey. */
export const everyRequest: Judges = {
  'requests.allowed': ({ requests, violations }) => {
    const unknown = requests.find((seen) => seen.operation === undefined && !seen.url.startsWith('/_'));
    expectNoRequest('only requests that the contract has', unknown, ', which is not an operation');
    const [violation] = violations;
    if (violation !== undefined) throw new Failure('only requests that fit the contract', violation);
  },
  'requests.limits': ({ violations }) => {
    const wrong = violations.find((text) => /\[(limit|offset)\]/.test(text));
    if (wrong !== undefined) throw new Failure('limit and offset within their bounds', wrong);
  },
  'requests.nothing-else': ({ requests, stage: { journey } }) => {
    const own: string[] = [keyOperationOf(journey), 'signInMember', ...(writes[journey] ?? [])];
    const seen = requests.find((one) => one.method !== 'GET' && !own.includes(one.operation ?? own[0]!));
    expectNoRequest(`nothing but what ${journey} is about to be written`, seen);
  },
  'requests.values-verbatim': async ({ runs }) => {
    for (const { stage, requests } of runs)
      for (const seen of requests) {
        const sent = jsonOf(seen) ?? {};
        // A subscription is told by its address; a caller gives no id of one.
        const isOwn = (id: string) => Object.values(stage.values).includes(id);
        const [path = ''] =
          seen.where === 'storage' || /webhook/i.test(seen.operation ?? '') ? [] : seen.url.split('?');
        const other = path.match(uuid)?.find((id) => !isOwn(id));
        if (other) throw new RequestFailure('ids of the caller in the path', `${seen.method} ${path}`, seen);
        for (const [field, name] of Object.entries(given[String(seen.operation)] ?? {})) {
          const [right, is] = [stage.values[name], sent[field]];
          if (right !== undefined && typeof is === 'string' && is !== right)
            throw new RequestFailure(`[${field}] to be sent as it was given (${name}): ${right}`, is, seen);
        }
        if (seen.operation === 'upload' && !(await readFile(stage.values['FILE'] ?? '')).equals(seen.body))
          throw new RequestFailure('the bytes of the file to be uploaded', 'others', seen);
        if (seen.operation === 'upload' && !seen.url.endsWith(signedQuery))
          throw new RequestFailure(`the presigned URL as it was given, with ?${signedQuery}`, seen.url, seen);
      }
  },
  'requests.service-only': ({ requests }) => {
    const seen = requests.find(({ where, url }) => where === 'service' && url.startsWith('/_'));
    expectNoRequest('no request to what only a sandbox has', seen);
  },
  'requests.key-own-address': ({ requests, stage }) => {
    for (const seen of requests)
      for (const [name, value] of Object.entries(seen.headers))
        if (seen.where === 'storage' && holdsCredential(value, stage))
          throw new RequestFailure(notToStorage, `the header ${name} with it`, seen);
  },
  'requests.key-not-in-url': ({ requests, stage }) => {
    // What the service itself put into a presigned URL is its own affair.
    const presigned = madeBy(requests, 'presignBankStatements').map((made) => JSON.stringify(made));
    const isGiven = (url: string) => presigned.some((text) => text.includes(url.split(/.X-Sig=/)[0] ?? url));
    const seen = requests.find(({ url }) => !isGiven(url) && holdsCredential(url, stage));
    if (seen) throw new RequestFailure('no key or token in a URL', 'a URL with it', seen);
    const own = Object.keys(headerOf).flatMap((name) => stage.values[name] ?? []);
    const told = requests.find(({ body }) => own.some((credential) => body.includes(credential)));
    if (told) throw new RequestFailure('no key or token in the body of a request', 'a body with it', told);
    for (const one of requests.filter(({ where }) => where === 'service'))
      for (const [name, value] of Object.entries(one.headers))
        for (const [credential, header] of Object.entries(headerOf)) {
          const expected = `${credential} in the header ${header} alone`;
          if (name !== header && value.includes(stage.values[credential] ?? '\n'))
            throw new RequestFailure(expected, `it in the header ${name}`, one);
        }
  },
  'requests.key-not-printed': ({ runs, requests }) => {
    const jwts = madeBy(requests, 'signInMember').map(({ jwt }) => ['the token of the member', jwt] as const);
    for (const { outcome, stage } of runs)
      for (const [name, secret] of [...secretNames.map((one) => [one, stage.values[one]] as const), ...jwts])
        if (holdsSecret(outcome.output, String(secret ?? '')))
          throw new Failure(notPrinted, `${name} in the output, or a part of it`);
  },
};
