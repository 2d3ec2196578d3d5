import { readdirSync, readFileSync } from 'node:fs';
import { parse as parseQuery } from 'node:querystring';
import { Readable } from 'node:stream';
import { readScenario } from '../../../../generators/scenarios/read-scenario.ts';
import { drawStatement } from '../../../../generators/statements/draw.ts';
import { interpret } from '../../../../generators/statements/extract.ts';
import { defaultLimits, readText } from '../../../../generators/statements/reading/read-text.ts';
import { sampleStatement } from '../../../../generators/statements/testing/sample-statement.ts';
import { Refusal } from '../../../../simulator/domain/refusal.ts';
import { readBody, readQuery } from '../../../../simulator/http/read-request.ts';
import { loadContract } from '../../../../spec/contract.ts';
import { completeProfile, defaultProfile } from '../../../../spec/profile.ts';
import { open, seal, WebhookVerificationError } from '../../../../spec/webhooks/index.ts';
import type { FuzzTarget } from './learn.ts';

/** Code of this project. */
export const own = /^file:.*\/(spec|generators|simulator|conformance)\//;
const text = (value: unknown): Buffer =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

/** Passes over what a reader is meant to throw. */
async function unless(isMeant: (error: Error) => boolean, act: () => unknown): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isMeant(error as Error)) throw error;
  }
}

export async function pdfTarget(): Promise<FuzzTarget> {
  const layouts = ['classic', 'modern', 'compact', 'daybook'] as const;
  const seeds = await Promise.all(
    layouts.map((one) => drawStatement(sampleStatement(one), { createdAt: 0 })),
  );
  return {
    name: 'pdf',
    watches: /^file:.*\/(generators|node_modules\/unpdf)\//,
    seeds: seeds.map((bytes) => Buffer.from(bytes)),
    words: 'endstream /Length << >> obj xref /FlateDecode TJ Tf 1,234.50 31/02/2026'.split(' '),
    async read(bytes) {
      const found = await readText(new Uint8Array(bytes), defaultLimits).catch(() => undefined);
      if (!found?.ok) return;
      const { probability, transactions } = interpret(found.pages);
      if (!(probability >= 0 && probability < 1)) throw new Error(`The probability is ${probability}`);
      for (const { amount, date } of transactions) {
        if (!/^-?\d+\.\d\d$/.test(amount)) throw new Error(`An amount is ${amount}`);
        if (date !== null && Number.isNaN(Date.parse(date))) throw new Error(`A date is ${date}`);
      }
    },
  };
}

/** The body of a request; its first line is the type that it says it has, its second how it says it is packed. */
export function bodyTarget(): FuzzTarget {
  const { points } = defaultProfile();
  const seeds = [
    '{"forename": "Ann", "post_codes": ["LS1 4AP"]}',
    '[1, -0, 1e3, null, "\\u00e9"]',
    'key: "x"',
  ];
  return {
    name: 'body',
    watches: /^file:.*\/(simulator|node_modules\/(body-parser|raw-body|content-type|type-is|iconv-lite))\//,
    seeds: seeds.flatMap((body) => [
      text(`application/json\n\n${body}`),
      text(`application/json; charset=utf-16\ngzip\n${body}`),
      text(`application/yaml\n\n${body}`),
    ]),
    words: ['application/json', 'charset=', 'utf-16le', 'gzip', 'deflate', 'br', 'x-yaml', '; ', '\\ud800'],
    async read(bytes) {
      const [type = '', encoding = '', ...rest] = bytes.toString('latin1').split('\n');
      const body = Buffer.from(rest.join('\n'), 'latin1');
      const headers = {
        'content-type': type,
        'content-length': String(body.length),
        ...(encoding !== '' && { 'content-encoding': encoding }),
      };
      const request = Object.assign(Readable.from([body]), { headers, method: 'POST', url: '/' });
      const [asRequest, asResponse] = [request, {}] as unknown as Parameters<typeof readBody>;
      await unless(
        (error) => error instanceof Refusal && error.status >= 400 && error.status < 500,
        () => readBody(asRequest, asResponse, points, 'createScenario'),
      );
    },
  };
}

export function queryTarget(): FuzzTarget {
  const { points } = defaultProfile();
  const contract = loadContract(completeProfile());
  return {
    name: 'query',
    watches: own,
    seeds: ['offset=1&limit=10', 'offset=0&limit=1000&document_id=x', 'limit=%31&limit=2', 'a[b]=c&=&&'].map(
      text,
    ),
    words: 'offset limit document_ids external_ids __proto__ % %00 %ff + -0 1e3'.split(' '),
    read(bytes) {
      const given = parseQuery(bytes.toString());
      for (const operation of contract.operations.values()) {
        const { problems } = readQuery(contract, operation, given, points);
        if (problems.some((one) => typeof one !== 'string' || one === ''))
          throw new Error(`Problems without words: ${JSON.stringify(problems)}`);
      }
    },
  };
}

/** A delivery; the first byte says whether the rest is signed, sealed, or as it came. */
export function envelopeTarget(): FuzzTarget {
  const [secret, key] = ['a-secret', Buffer.alloc(32, 7).toString('base64')];
  const event = {
    event: 'user-payroll-submitted',
    user_id: '00000000-0000-4000-8000-000000000000',
    timestamp: '2026-01-01T00:00:00.000Z',
    entry_id: '00000000-0000-4000-8000-000000000001',
    account_id: null,
  };
  const sealed = seal({ body: event, secret, key, iv: Buffer.alloc(12) });
  return {
    name: 'envelope',
    watches: own,
    seeds: [
      text(`s${JSON.stringify(event)}`),
      text(`e${JSON.stringify(event)}`),
      text(`r${JSON.stringify(sealed)}`),
    ],
    words: ['user-payroll-submitted', 'payload', 'payroll_submissions', 'X-Svc-Encryption-IV', '=', 'AAAA'],
    async read(bytes) {
      const [kind, rest] = [String.fromCharCode(bytes[0] ?? 0), bytes.subarray(1).toString()];
      const delivery =
        kind === 's'
          ? { ...seal({ body: rest, secret }), unencrypted: true as const }
          : kind === 'e'
            ? { ...seal({ body: rest, secret, key, iv: Buffer.alloc(12) }), key }
            : { ...rawDelivery(rest), key };
      const { body, ...agreed } = delivery;
      await unless(
        (error) => error instanceof WebhookVerificationError,
        () => open({ rawBody: body, secret, ...agreed } as Parameters<typeof open>[0]),
      );
    },
  };
}

/** Whatever stood on the wire: a body and headers of any text. */
function rawDelivery(rest: string): { body: string; headers: Record<string, string> } {
  try {
    const { body, headers } = JSON.parse(rest) as { body: unknown; headers: Record<string, unknown> };
    const texts = Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]);
    return { body: String(body), headers: Object.fromEntries(texts) };
  } catch {
    return { body: rest, headers: {} };
  }
}

export function scenarioTarget(): FuzzTarget {
  const folder = new URL('../../../../generators/scenarios/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return {
    name: 'scenario',
    watches: /^file:.*\/(generators|node_modules\/yaml)\//,
    seeds: files.slice(0, 12).map((name) => readFileSync(new URL(name, folder))),
    words: ['? ', '- ', ': ', '<<: *a', ...'&a *a !!binary | >- --- ... 2026-02-30 P1M -5y'.split(' ')],
    read: (bytes) =>
      unless(
        (error) => error.name === 'ScenarioError',
        () => readScenario(bytes.toString()),
      ),
  };
}

/** A profile file; one that is taken can be used. */
export function profileTarget(): FuzzTarget {
  const seeds = [{ naming: { vendor: 'acme', authority: 'hmrc' } }, defaultProfile(), { points: {} }];
  return {
    name: 'profile',
    watches: own,
    seeds: seeds.map(text),
    words: ['naming', 'points', 'vendor', 'authority', 'constructor', '__proto__', '$schema'],
    read: (bytes) =>
      unless(
        (error) => error.name === 'ProfileError' || error instanceof SyntaxError,
        () => loadContract(completeProfile(JSON.parse(bytes.toString()))),
      ),
  };
}
