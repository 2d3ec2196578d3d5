import { expect, test } from 'vitest';
import type { DeliveryChange } from './delivery-ledger.ts';
import { Recorder } from './recorder.ts';

const change = (delivery_id: string): DeliveryChange => ({ delivery_id, change: (delivery) => delivery });

/** A ledger whose writes end when they are told to. */
function slowLedger() {
  const writes: { user_id: string; ids: string[]; end: (error?: Error) => void }[] = [];
  const record = (user_id: string, changes: readonly DeliveryChange[]) =>
    new Promise<void>((resolve, reject) => {
      const end = (error?: Error) => (error ? reject(error) : resolve());
      writes.push({ user_id, ids: changes.map((one) => one.delivery_id), end });
    });
  return { writes, record };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what arrives during a write of its user goes together into the next', async () => {
  const ledger = slowLedger();
  const recorder = new Recorder(ledger);
  const first = recorder.record('u', change('1'));
  await turn();
  const rest = [recorder.record('u', change('2')), recorder.record('u', change('3'))];
  await turn();
  expect(ledger.writes.map(({ ids }) => ids)).toEqual([['1']]);
  ledger.writes[0]!.end();
  await first;
  await turn();
  expect(ledger.writes.map(({ ids }) => ids)).toEqual([['1'], ['2', '3']]);
  ledger.writes[1]!.end();
  await Promise.all(rest);
});

test('what waits for more goes with the next that does not, or after a while by itself', async () => {
  const ledger = slowLedger();
  const recorder = new Recorder(ledger);
  const together = [recorder.record('u', change('1'), true), recorder.record('u', change('2'))];
  const alone = recorder.record('v', change('3'), true);
  await turn();
  expect(ledger.writes.map(({ ids }) => ids)).toEqual([['1', '2']]);
  while (ledger.writes.length < 2) await turn();
  expect(ledger.writes[1]).toMatchObject({ user_id: 'v', ids: ['3'] });
  for (const write of ledger.writes) write.end();
  await Promise.all([...together, alone]);
});

test('users do not wait for one another', async () => {
  const ledger = slowLedger();
  const recorder = new Recorder(ledger);
  const written = [recorder.record('u', change('1')), recorder.record('v', change('2'))];
  await turn();
  expect(ledger.writes.map(({ user_id }) => user_id)).toEqual(['u', 'v']);
  for (const write of ledger.writes) write.end();
  await Promise.all(written);
});

test('a write that fails is told to those who wait for it and to nobody else', async () => {
  const ledger = slowLedger();
  const recorder = new Recorder(ledger);
  const first = recorder.record('u', change('1'));
  await turn();
  const second = recorder.record('u', change('2'));
  ledger.writes[0]!.end(new Error('disk full'));
  await expect(first).rejects.toThrow('disk full');
  await turn();
  ledger.writes[1]!.end();
  await second;
});
