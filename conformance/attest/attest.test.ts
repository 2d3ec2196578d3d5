import { toSignedEntity, Verifier } from '@sigstore/verify';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { isAsked, type RunResult } from '../judgement/result.ts';
import { outcomeOf } from '../judgement/verdicts.ts';
import { consoleReport } from '../report/console.ts';
import { markdownSummary } from '../report/github.ts';
import { htmlReport } from '../report/html-report.ts';
import { junitReport } from '../report/junit.ts';
import { runSuite } from '../suite/run-suite.ts';
import { fakeKey } from '../testing/fake-service.ts';
import { countCheck, run, service, setsCheck, startService, wrongCount } from '../testing/run-fake.ts';
import { badge } from './badge.ts';
import { type Envelope, keyOf, NotGenuine, newKeys, opened, signed } from './envelope.ts';
import { differences } from './replay.ts';
import { attestedText, expectStatement, type Statement, statementOf } from './statement.ts';

const pems = newKeys();
const publicKey = keyOf(pems.publicKey, 'public', 'pub');
const privateKey = keyOf(pems.privateKey, 'private', 'key');
let result: RunResult;
let statement: Statement;
let envelope: Envelope;
beforeAll(async () => {
  result = await run({ checks: [countCheck, setsCheck] }, { only: ['users'] });
  statement = statementOf(result);
  envelope = signed(statement, privateKey);
});

/** Somebody else's verifier, with our key and without the logs of their service. */
function verifyElsewhere({ payload, payloadType, signatures }: Envelope): void {
  const dsseEnvelope = {
    payload: Buffer.from(payload, 'base64'),
    payloadType,
    signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig: Buffer.from(sig, 'base64') })),
  };
  const entity = toSignedEntity({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    content: { $case: 'dsseEnvelope', dsseEnvelope },
    verificationMaterial: {
      content: { $case: 'publicKey', publicKey: { hint: signatures[0]?.keyid ?? '' } },
      tlogEntries: [],
      timestampVerificationData: undefined,
    },
  });
  const trust = { certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] };
  const keys = { publicKey: () => ({ publicKey, validFor: () => true }) };
  const thresholds = { ctlogThreshold: 0, tlogThreshold: 0, timestampThreshold: 0 };
  new Verifier({ ...trust, ...keys }, thresholds).verify(entity);
}

type Path = (string | number)[];

/** Every place of a JSON value, its leaves and its branches. */
const pathsOf = (value: unknown, path: Path = []): Path[] =>
  typeof value !== 'object' || value === null
    ? [path]
    : [path, ...Object.entries(value).flatMap(([key, one]) => pathsOf(one, [...path, key]))];

/** A copy with another value at a place; undefined removes it. */
function changed<T>(value: T, [key, ...rest]: Path, make: (old: unknown) => unknown): T {
  if (key === undefined) return make(value) as T;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, unknown>;
  copy[key] = changed(copy[key], rest, make);
  if (copy[key] === undefined) delete copy[key];
  return copy as T;
}

const other = (old: unknown): unknown => {
  if (typeof old === 'string') return `${old}A`;
  if (typeof old === 'number') return old + 1;
  if (typeof old === 'boolean') return !old;
  return Array.isArray(old) ? [...old, null] : { ...(old as object), more: 1 };
};

test('what was signed is opened again, by us and by a verifier that others wrote', () => {
  expect(expectStatement(opened(envelope, publicKey))).toEqual(statement);
  expect(() => verifyElsewhere(envelope)).not.toThrow();
  const stranger = keyOf(newKeys().publicKey, 'public', 'other');
  expect(() => opened(envelope, stranger)).toThrow(/another key/);
});

test('the statement has suite, contract, clauses, seed, address, time and every verdict with its evidence', () => {
  const { predicate, subject } = statement;
  expect(subject[0]?.name).toBe(result.target.baseUrl);
  expect(predicate.result).toBe('PASSED');
  expect(predicate.passedTests).toEqual(['users.list.count', 'users.patch.sets']);
  const configuration = predicate.configuration.map(({ name }) => name);
  expect(configuration).toEqual(['payrig', 'openapi.yaml', 'clauses.yaml', 'profile']);
  for (const { digest } of predicate.configuration) expect(digest.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(predicate.payrig).toMatchObject({ seed: 1, evidence: { public: 1, arranged: 1 } });
  const verdicts = new Map(predicate.payrig.verdicts.map((one) => [one.clause, one]));
  expect(verdicts.get('users.patch.sets')?.evidence?.arranged).toEqual(['createUser']);
  expect(verdicts.get('users.list.echo')?.skip?.kind).toBe('no-check');
  expect(predicate.payrig.notSelected).toContain('webhooks.list.current');
});

test('a change of any field of the envelope is refused', () => {
  for (const path of pathsOf(envelope))
    for (const make of [other, () => undefined, () => null, () => ''])
      expect(() => opened(changed(envelope, path, make), publicKey), path.join('.')).toThrow(NotGenuine);
});

test('a change of any field of the statement is refused, by us and by the verifier of others', () => {
  const paths = pathsOf(statement);
  expect(paths.length).toBeGreaterThan(500);
  const tampered = (path: Path, make: (old: unknown) => unknown): Envelope => {
    const text = JSON.stringify(changed(statement, path, make)) ?? '';
    return { ...envelope, payload: Buffer.from(text).toString('base64') };
  };
  for (const path of paths)
    for (const make of [other, () => undefined])
      expect(() => opened(tampered(path, make), publicKey), path.join('.')).toThrow(NotGenuine);
  for (const path of paths.filter((_, at) => at % 20 === 0))
    expect(() => verifyElsewhere(tampered(path, other)), path.join('.')).toThrow();
});

test('a change of any byte of payload or signature is refused', () => {
  const bytes = Buffer.from(envelope.payload, 'base64');
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
      const flipped = Buffer.from(bytes);
      flipped[at] = flipped[at]! ^ bits;
      expect(() => opened({ ...envelope, payload: flipped.toString('base64') }, publicKey)).toThrow(
        NotGenuine,
      );
    }),
  );
});

test('a replay with the same seed is the same, and what differs is named', async () => {
  const { url: baseUrl } = await startService(wrongCount);
  const target = { baseUrl, apiKey: fakeKey };
  const again = await runSuite({ checks: [countCheck, setsCheck], probes: [] }, target, {
    only: ['users'],
    seed: 1,
  });
  expect(service().url).toBe(baseUrl);
  expect(differences(statement, result)).toEqual([]);
  const [head, line, ...more] = differences(statement, again);
  expect(head).toMatch(/^1 of \d+ verdicts differ:$/);
  expect(line).toMatch(/users\.list\.count: pass then, fail now \(expected the count to be/);
  expect(more).toEqual([]);
});

const sayings: Readonly<Record<string, (result: RunResult, statement: Statement) => string>> = {
  'the summary of report.json': ({ summary }) => summary,
  'the console': (result) => consoleReport(result, { columns: 200 }),
  'the report page': (result) => htmlReport(result),
  JUnit: (result) => junitReport(result),
  'the summary of a job': (result) => markdownSummary(result),
  'the sentence of an attestation': (_, statement) => attestedText(statement),
  'a badge': (_, statement) => badge(statement),
};

test.each(Object.entries(sayings))('a run of a part says so: %s', (_, said) => {
  const { length: all } = result.clauses;
  const { length: left } = result.clauses.filter((one) => !isAsked(one));
  expect(left).toBeGreaterThan(100);
  // One run in which all that was judged passes, and one in which all of it fails.
  const failed = result.clauses.map((one) => ({
    ...one,
    verdict: one.skip ? one.verdict : ('fail' as const),
  }));
  for (const clauses of [result.clauses, failed]) {
    const one = { ...result, clauses, ...outcomeOf(clauses, {}) };
    const text = said(one, statementOf(one));
    expect(
      [all, left, result.totals.skip].some((count) => text.includes(String(count))),
      text,
    ).toBe(true);
    expect(text).not.toContain('stated and implied');
  }
});

test('a badge shows level, counts and day', () => {
  const { verdicts, notSelected } = statement.predicate.payrig;
  const day = result.startedAt.slice(0, 10);
  const all = verdicts.length + notSelected.length;
  expect(badge(statement)).toContain(`payrig: judged in part · 2 of ${all} clauses pass · ${day}`);
  const failing = changed(statement, ['predicate', 'result'], () => 'FAILED');
  expect(badge(failing)).toContain('not conforming');
  const judged = changed(statement, ['predicate', 'payrig'], (old) => ({
    ...(old as object),
    verdicts: verdicts.filter(({ skip }) => !skip),
    notSelected: [],
  }));
  expect(badge(judged)).toContain('payrig: stated and implied · 2 of 2 clauses pass');
});

test('a private key does not verify, and no other kind of key signs', () => {
  expect(() => keyOf(pems.privateKey, 'public', 'a.key')).toThrow('a.key is not a public key');
  expect(() => keyOf('nothing', 'private', 'b.key')).toThrow('b.key is not a private key');
});
