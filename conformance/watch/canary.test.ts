import { createPrivateKey } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../scripts/testing/temporary-folder.ts';
import { loadContract } from '../../spec/contract.ts';
import { isObject, type Json, type JsonObject, objectIn } from '../../spec/json.ts';
import { followed } from '../../spec/openapi-document.ts';
import { completeProfile } from '../../spec/profile.ts';
import { few } from '../../spec/testing/test-run.ts';
import { newKeys, signed } from '../attest/envelope.ts';
import { statementOf } from '../attest/statement.ts';
import { compareRuns, comparisonLines } from '../report/compare.ts';
import { writeReports } from '../report/write-reports.ts';
import { BreakHook } from './break-hook.ts';
import type { RawPassed } from './intake.ts';
import { arrangedBy } from './memory/arranged.ts';
import { OpenWatch } from './open-watch.ts';

const contract = loadContract(completeProfile({}));
const { document } = contract;
const id = '5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30';

/** Letters of many scripts, marks and symbols; nothing that a file of ours would hold by itself. */
const secret = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0xa1, max: 0x2fff }),
      fc.integer({ min: 0x4e00, max: 0x9fff }),
      fc.constantFrom(0x1f600, 0x1d400),
    ),
    {
      minLength: 5,
      maxLength: 12,
    },
  )
  .map((points) => String.fromCodePoint(...points))
  .filter((text) => text === text.normalize() && text.trim() === text);

/** Places at which a rule for stand-ins may look for something that it knows. */
const around: readonly ((one: string) => string)[] = [
  (one) => one,
  (one) => `1990-05-17${one}`,
  (one) => `LS6 7QZ ${one}`,
  (one) => `AB123456C${one}`,
  (one) => `${one}@${one}.example`,
  (one) => `2,100.00${one}`,
  (one) => `https://${'hooks'}.example/${one}?a=${one}`,
  (one) => `${id} ${one}`,
  (one) => `[date_of_birth] param 1990-05-17T00:00:00.000Z is after ${one}`,
  (one) => `Postcode ${one} has no ONS region; supported: ${one}`,
  (one) => `user ${one} not found`,
];
const credentials: readonly ((one: string) => string)[] = [
  (one) => one,
  (one) => `Bearer ${one}`,
  (one) => `Bearer\t${one}`,
  (one) => `Bearer ${one} ${one}`,
  (one) => `Digest username="${one}"`,
  (one) => `Bearer ${'a'.repeat(9000)}${one}`,
  (one) => `application/json; name=${one}`,
  (one) => `120 ${one}`,
];
const headerNames = [
  ...[
    'authorization',
    'x-api-key',
    'content-type',
    'content-length',
    'content-encoding',
    'retry-after',
    'date',
  ],
  ...[
    'x-svc-authorisation-id',
    'x-svc-signature',
    'x-svc-encryption-iv',
    'cookie',
    'set-cookie',
    'server',
    'host',
  ],
  ...[
    'x-payrig-watch',
    'x-payrig-delivery',
    'x-payrig-attempt',
    'x-payrig-clause',
    'x-request-id',
    'location',
    'via',
  ],
  ...[
    'user-agent',
    'referer',
    'etag',
    'link',
    'forwarded',
    'x-forwarded-for',
    'traceparent',
    'cache-control',
    'vary',
  ],
];

/** A value for a schema in which every text, number and flag is a canary; and one more field that no schema knows. */
function filled(given: JsonObject, next: () => string, depth = 0): Json {
  const schema = typeof given['$ref'] === 'string' ? followed(document, given['$ref'].slice(1)).node : given;
  const branch = ['anyOf', 'oneOf', 'allOf']
    .map((word) => schema[word])
    .find(Array.isArray)
    ?.find(isObject);
  if (branch) return filled(branch, next, depth);
  if (depth > 8) return next();
  if (isObject(schema['items'])) return [filled(schema['items'], next, depth + 1)];
  if (!isObject(schema['properties'])) return next();
  const pairs = Object.entries(schema['properties']).map(([name, child]) => [
    name,
    isObject(child) ? filled(child, next, depth + 1) : next(),
  ]);
  return { ...Object.fromEntries(pairs), [next()]: next(), unknown: { deep: [next()] } };
}

/** Every operation and event of the contract, with canaries wherever something can stand. */
function everything(next: () => string, nextHeader: () => string): RawPassed[] {
  const headers = () => Object.fromEntries([...headerNames, next()].map((name) => [name, nextHeader()]));
  const text = (pointer: string | undefined): Buffer =>
    Buffer.from(
      pointer === undefined ? next() : JSON.stringify(filled(followed(document, pointer).node, next)),
    );
  const common = () => ({
    at: 1_800_000_000_000,
    durationMs: 1,
    requestHeaders: headers(),
    responseHeaders: headers(),
  });
  const plain = ({ 'content-encoding': _, ...rest }: Record<string, string>) => rest;
  const exchanges = [...contract.operations.values()].flatMap(({ method, path, body, responses }) =>
    [...(responses ?? new Map())].map(([status, pointer], at): RawPassed => {
      const one = common();
      return {
        ...one,
        requestHeaders: plain(one.requestHeaders),
        responseHeaders: plain(one.responseHeaders),
        kind: 'exchange',
        method: method.toUpperCase(),
        url: `${path.replace(/\{\w+\}/g, () => (at === 0 ? id : next()))}?${next()}=${next()}&limit=${next()}&offset=${next()}`,
        requestBody: text(body?.pointer),
        status: Number(status.replace(/\D/g, '0')) || 400,
        responseBody: text(pointer ?? '/components/schemas/Errors'),
        unread: undefined,
      };
    }),
  );
  const deliveries = Object.keys(objectIn(document, 'webhooks')).map((kind): RawPassed => {
    const schema = followed(
      document,
      `/webhooks/${kind}/post/requestBody/content/application~1json/schema`,
    ).node;
    const body = { ...(filled(schema, next) as JsonObject), event: kind };
    return {
      ...common(),
      kind: 'delivery',
      method: 'POST',
      url: `/${next()}?${next()}`,
      requestBody: Buffer.from(JSON.stringify(body)),
      status: 200,
      responseBody: Buffer.from(next()),
    };
  });
  const odd = ['/_sandbox/users', `/_sandbox/${next()}/clock`, `/${next()}`].map(
    (url): RawPassed => ({
      ...common(),
      kind: 'exchange',
      method: next(),
      url: `${url}/${next()}?${next()}`,
      requestBody: text(undefined),
      status: 200,
      responseBody: text(undefined),
      unread: next(),
    }),
  );
  const ofUser = ['accounts', 'entries', 'direct-payroll', 'bank-statements', 'taxauth'];
  const arranged = ['users', 'terms', ...ofUser.map((kind) => `users/${id}/${kind}`)].map(
    (path): RawPassed => {
      const url = `/_sandbox/${path}`;
      const { schema } = arrangedBy('POST', url)!;
      const responseBody = text(`/components/schemas/${schema}`);
      return { ...odd[0]!, method: 'POST', url, status: 201, responseBody, unread: undefined };
    },
  );
  return [...exchanges, ...deliveries, ...odd, ...arranged];
}

const base = 'https://service.example';

/** All that a command writes besides recordings and ledgers: the reports, --learn and --attest. */
async function written(open: OpenWatch, folder: string, name: string): Promise<void> {
  const result = open.watch.ledger.report(base, { source: open.source });
  const reports = join(folder, name);
  mkdirSync(reports);
  await writeReports(result, reports);
  writeFileSync(join(reports, 'profile.json'), JSON.stringify(result.profile));
  const envelope = signed(statementOf(result), createPrivateKey(newKeys().privateKey));
  writeFileSync(join(reports, 'attestation.json'), JSON.stringify(envelope));
  writeFileSync(join(reports, 'statement.json'), JSON.stringify(statementOf(result)));
}

/** What a browser would export of the same exchanges. */
function harOf(raws: readonly RawPassed[]): string {
  const headers = (given: RawPassed['requestHeaders']) =>
    Object.entries(given).map(([name, value]) => ({ name, value }));
  const entries = raws.map((raw) => ({
    startedDateTime: new Date(raw.at).toISOString(),
    time: raw.durationMs,
    request: {
      method: raw.method,
      url: base + raw.url,
      headers: headers(raw.requestHeaders),
      postData: { text: `${raw.requestBody}` },
    },
    response: {
      status: raw.status,
      headers: headers(raw.responseHeaders),
      content: { text: `${raw.responseBody}` },
    },
  }));
  return JSON.stringify({ log: { version: '1.2', entries } });
}

/** Any three characters in a row. */
const partsOf = (text: string): string[] => {
  const characters = [...text];
  return characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
};

test('no three characters of any field or header reach a file', async () => {
  let fields = 0;
  let headers = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(secret, { minLength: 6, maxLength: 6 }),
      fc.nat(1000),
      async (secrets, start) => {
        const [folder, hars] = [await temporaryFolder(), await temporaryFolder()];
        let at = start;
        fields = 0;
        headers = 0;
        const next = (): string => {
          fields++;
          return around[(at * 7) % around.length]!(secrets[at++ % secrets.length]!);
        };
        const nextHeader = (): string => {
          headers++;
          return credentials[(at * 5) % credentials.length]!(secrets[at++ % secrets.length]!);
        };
        const open = new OpenWatch({
          record: join(folder, 'all.jsonl'),
          ledgerFile: join(folder, 'ledger.json'),
          secret: secrets[0]!,
        });
        const raws = everything(next, nextHeader);
        const told: Promise<void>[] = [];
        const hook = new BreakHook({ to: `cat >> '${folder}/hook.json'`, target: '', failed: expect.fail });
        open.watch.ledger.onBreak = (...broken) => {
          if (told.length < 2) told.push(hook.tell(...broken));
        };
        for (const raw of raws) open.intake.end(open.intake.begin(raw.kind, raw.method, raw.url), raw);
        await Promise.all(told);
        await open.close(base);
        await written(open, folder, 'live');
        // The same from a HAR, and from the recording, which the other commands read.
        const har = new OpenWatch({ record: join(folder, 'har.jsonl.gz'), rotate: { bytes: 1 } });
        writeFileSync(join(hars, 'all.har'), harOf(raws));
        await har.har(join(hars, 'all.har'), base);
        await har.close(base);
        await written(har, folder, 'har');
        const again = new OpenWatch({});
        await again.recording([join(folder, 'all.jsonl')]);
        await written(again, folder, 'recording');
        const reports = [open, again].map(({ watch }) => watch.ledger.report(base));
        writeFileSync(
          join(folder, 'compare.txt'),
          comparisonLines(compareRuns(reports[0]!, reports[1]!)).join('\n'),
        );
        const parts = secrets.flatMap(partsOf);
        const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
          /\.\w+$/.test(file),
        );
        for (const file of files) {
          const bytes = readFileSync(join(folder, file));
          const text = `${file.endsWith('.gz') ? gunzipSync(bytes) : bytes}`;
          expect(
            parts.filter((part) => text.includes(part) || text.includes(encodeURIComponent(part))),
            file,
          ).toEqual([]);
        }
        expect([...open.watch.ledger.faults]).toEqual([]);
        // Recordings and their keys, the ledger, three times reports, profile and attestation, the hook, the comparison.
        expect(files.length).toBeGreaterThanOrEqual(5 + 3 * 5 + 2);
      },
    ),
    { numRuns: few(2, 60), endOnFailure: true },
  );
  // Counted so that a contract that is no longer walked shows; the guide says how much was tried.
  const guide = readFileSync(new URL('../../docs/watch.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
  const [told, toldHeaders] = [fields, headers].map((count) => count.toLocaleString('en'));
  expect(guide).toContain(`${told} texts in bodies and addresses and ${toldHeaders} values of headers`);
}, 600_000);
