import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../scripts/testing/temporary-folder.ts';
import { attestedText, statementOf } from '../attest/statement.ts';
import { OpenWatch } from './open-watch.ts';

type Call = { method: string; path: string; sent?: string; status: number; text: string };
type Told = { request: Record<string, unknown>; response: Record<string, unknown>; [other: string]: unknown };

const configuration = '{"client_display_name":"Ада Löwe","payroll_period_months":6}';
const calls: readonly Call[] = [
  { method: 'GET', path: '/configuration', status: 200, text: configuration },
  {
    method: 'PATCH',
    path: '/configuration',
    sent: '{"client_display_name":"Ада Löwe"}',
    status: 200,
    text: configuration,
  },
  {
    method: 'GET',
    path: '/providers',
    status: 401,
    text: '{"errors":["No X-API-KEY header provided or wrong value"]}',
  },
  {
    method: 'DELETE',
    path: '/webhooks/5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30',
    status: 404,
    text: '{"errors":["webhook not found"]}',
  },
];
const pairs = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** What every tool writes; `content` and `postData` are where they differ. */
const entryOf = (
  { method, path, sent, status, text }: Call,
  content: object,
  postData: object | undefined,
): Told => ({
  startedDateTime: '2026-11-02T10:00:00.000Z',
  time: 12.5,
  request: {
    ...{
      method,
      url: `https://staging.example/v1${path}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      queryString: [],
    },
    headers: pairs({
      Host: 'staging.example',
      ...(sent && { 'Content-Type': 'application/json', 'Content-Length': `${Buffer.byteLength(sent)}` }),
    }),
    ...(sent !== undefined && postData && { postData }),
    ...{ headersSize: 120, bodySize: sent?.length ?? 0 },
  },
  response: {
    ...{ status, statusText: 'OK', httpVersion: 'HTTP/1.1', cookies: [], redirectURL: '', headersSize: 200 },
    headers: pairs({
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
      'Transfer-Encoding': 'chunked',
    }),
    content: { mimeType: 'application/json', ...content },
    bodySize: text.length,
  },
  cache: {},
  timings: { send: 0, wait: 12, receive: 0 },
});
const json = 'application/json';
const whole = (call: Call): Told =>
  entryOf(call, { size: call.text.length, text: call.text }, { mimeType: json, text: call.sent });

/** How tools write the same exchanges; made by hand after their exports, since they do not install here. */
const dialects: Readonly<Record<string, { creator: object; entry: (call: Call) => Told; mark?: string }>> = {
  'Chrome DevTools': {
    creator: { name: 'WebInspector', version: '537.36' },
    entry: (call) => {
      const { request, response, ...rest } = whole(call);
      const headers = [
        { name: ':method', value: call.method },
        { name: ':path', value: call.path },
      ];
      return {
        ...rest,
        _priority: 'High',
        request: { ...request, headers, httpVersion: 'http/2.0' },
        response: { ...response, bodySize: -1, _transferSize: 400 },
      };
    },
  },
  Firefox: {
    creator: { name: 'Firefox', version: '133.0' },
    entry: (call) =>
      entryOf(
        call,
        { size: call.text.length, text: call.text },
        { mimeType: json, params: [], text: call.sent },
      ),
  },
  'Charles Proxy': {
    creator: { name: 'Charles Proxy', version: '4.6.7' },
    entry: (call) =>
      entryOf(
        call,
        { size: call.text.length, compression: 12, text: base64(call.text), encoding: 'base64' },
        { mimeType: json, text: call.sent },
      ),
  },
  Fiddler: {
    creator: { name: 'Fiddler', version: '5.0.20211', comment: 'https://fiddler2.com' },
    entry: (call) => ({
      ...whole(call),
      startedDateTime: '2026-11-02T10:00:00.1234567+00:00',
      comment: '[#12]',
    }),
    mark: '\uFEFF',
  },
  mitmproxy: {
    creator: { name: 'mitmproxy', version: '11.0.0', comment: '' },
    entry: (call) => ({
      ...entryOf(
        call,
        { size: call.text.length, compression: 0, text: call.text },
        { mimeType: json, text: call.sent, params: [] },
      ),
      serverIPAddress: '127.0.0.1',
    }),
  },
};

async function judged(creator: object, entries: readonly unknown[], mark = '') {
  const file = join(await temporaryFolder(), 'export.har');
  writeFileSync(file, mark + JSON.stringify({ log: { version: '1.2', creator, entries } }));
  const open = new OpenWatch({});
  await open.har(file);
  const { clauses, totals } = open.watch.ledger.report('');
  return {
    broken: clauses.filter(({ verdict }) => ['fail', 'warn'].includes(verdict)).map(({ clause }) => clause),
    totals,
    open,
  };
}

test.each(Object.entries(dialects))(
  'a HAR as %s writes it is judged, and a right server keeps its clauses',
  async (_, { creator, entry, mark }) => {
    const { broken, totals, open } = await judged(creator, calls.map(entry), mark);
    expect(broken).toEqual([]);
    expect(open.watch.ledger.counts).toMatchObject({ exchanges: calls.length, unread: 0 });
    expect(totals.pass).toBeGreaterThan(5);
  },
);

/** What tools write where they did not keep a body. */
const omissions: Readonly<Record<string, object>> = {
  'Playwright in its minimal mode': { size: -1, mimeType: 'x-unknown' },
  'Chrome of a response that it forgot': { size: 60, mimeType: json },
  'Chrome of a response from its cache': { size: 0, mimeType: json },
  'Firefox without bodies': {
    size: 60,
    mimeType: json,
    text: '',
    comment: 'Response bodies are not included.',
  },
  'Fiddler of a long one': {
    size: 60,
    comment:
      'Body length exceeded fiddler.importexport.HTTPArchiveJSON.MaxTextBodyLength, so body was omitted.',
  },
};

test.each(Object.entries(omissions))(
  'a body that is left out is unknown and not empty: %s',
  async (_, content) => {
    const { broken, open } = await judged(
      { name: 'any' },
      calls.map((call) => entryOf(call, content, { mimeType: json, text: call.sent })),
    );
    expect(broken).toEqual([]);
    expect(open.watch.ledger.counts).toMatchObject({ exchanges: 0, unread: calls.length });
  },
);

test('a request whose body is left out is unknown, too', async () => {
  const { broken, open } = await judged(
    { name: 'any' },
    calls.map((call) => entryOf(call, { size: 9, text: call.text }, undefined)),
  );
  expect(broken).toEqual([]);
  expect(open.watch.ledger.counts).toMatchObject({ exchanges: 3, unread: 1 });
});

test('an attestation says whether its source was a file or live traffic, and whose hands it passed', async () => {
  const { creator, entry } = dialects['Charles Proxy']!;
  const { open } = await judged(creator, calls.map(entry));
  const told = (from: OpenWatch): string =>
    attestedText(statementOf(from.watch.ledger.report('https://staging.example', { source: from.source })));
  expect(told(open)).toContain(
    'The traffic is in a file that Charles Proxy exported; those who held the file could',
  );
  expect(open.source.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(told(new OpenWatch({}))).toContain('The traffic passed payrig watch on its way');
  const file = join(await temporaryFolder(), 'night.jsonl');
  await new OpenWatch({ record: file }).close('');
  const recorded = new OpenWatch({});
  await recorded.recording([file]);
  expect(told(recorded)).toContain('a file that payrig watch recorded');
  expect(recorded.source.sha256).toBe(createHash('sha256').update(readFileSync(file)).digest('hex'));
});
