import { expect, test } from 'vitest';
import { defaultProfile } from '../../spec/profile.ts';
import type { SpanStart, StartSpan } from '../ports/trace.ts';
import { memoryStore } from '../store/adapters/memory/memory-store.ts';
import { workItem } from '../store/port.ts';
import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';
import { workHandlers } from './work-handlers.ts';

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

test('each piece of work is a span of the trace of the request that caused it', async () => {
  const spans: (SpanStart & { parent: string | undefined })[] = [];
  const startSpan: StartSpan = (start, parent) => {
    spans.push({ ...start, parent });
    return { traceparent, set() {}, end() {} };
  };
  const clientStore = memoryStore().clientStore('client');
  const state = { read: async () => ({ webhooks: {} }) };
  const handlers = workHandlers(
    { clientStore, state } as unknown as Client,
    { profile: defaultProfile(), startSpan } as Services,
  );
  const claimOf = (kind: string, more: object) => ({
    item: { ...workItem({ id: kind, kind, owner: 'ann', due: 0, ...more }), sequence: 1 },
    token: '',
    until: 0,
  });
  const data = { event: 'user-payroll-submitted', trace: traceparent };
  await handlers['delivery']!(claimOf('delivery', { target: 'hook', data }), 0, async () => 0);
  await handlers['expiry']!(claimOf('expiry', {}), 0, async () => 0);
  expect(spans).toEqual([
    {
      name: 'deliver user-payroll-submitted',
      kind: 'client',
      attributes: { 'payrig.user': 'ann', 'payrig.webhook': 'hook' },
      parent: traceparent,
    },
    { name: 'work expiry', kind: 'internal', attributes: { 'payrig.user': 'ann' }, parent: undefined },
  ]);
  expect(Object.keys(handlers).sort()).toEqual(
    ['check', 'delivery', 'expiry', 'extraction', 'income', 'income-schedule', 'reschedule'].sort(),
  );
});

test.each([
  [{ status: 204 }, { 'http.response.status_code': 204 }],
  [{ status: 503 }, { 'http.response.status_code': 503, 'error.type': '503' }],
  [{ error: 'ECONNREFUSED' }, { 'error.type': 'ECONNREFUSED' }],
])('the span of an attempt that ends with %j says what came of it', async (outcome, expected) => {
  const attributes = {};
  const startSpan: StartSpan = () => ({
    ...{ traceparent, end() {} },
    set: (more) => void Object.assign(attributes, more),
  });
  const subscription = { url: 'http://receiver.test/', disabled: false };
  const client = {
    clientStore: memoryStore().clientStore('client'),
    state: { read: async () => ({ webhooks: { hook: subscription }, faults: [] }), nowOf: () => 0 },
  };
  const services = {
    ...{ profile: defaultProfile(), startSpan, transport: async () => outcome, realNow: () => 0 },
    ...{ seal: () => ({ headers: {}, body: '{}' }), random: () => 0, randomBytes: () => Buffer.alloc(0) },
  };
  const handlers = workHandlers(client as unknown as Client, services as unknown as Services);
  const data = { event: 'user-payroll-submitted', message: '{}', attempts: [], round: 1 };
  const item = { ...workItem({ id: 'd', kind: 'delivery', owner: 'ann', due: 0, data }), target: 'hook' };
  const claim = { item: { ...item, sequence: 1 }, token: '', until: Number.POSITIVE_INFINITY };
  await handlers['delivery']!(claim, 0, async () => 0);
  expect(attributes).toEqual({ 'payrig.attempt': 1, ...expected });
});
