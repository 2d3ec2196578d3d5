import { expect, test } from 'vitest';
import type { Claim } from '../store/port.ts';
import { fortyChecks } from './testing/forty-checks.ts';
import { noting, started } from './testing/working.ts';

test('a move of the clock gives back the claims of work that it leaves for later', async () => {
  const { sent, transport } = noting();
  const { worker, handlers, clientStore, state, setClock, subscribe, occur } = await started({ transport });
  await subscribe('w');
  const [meant] = await occur('ann', 'w');
  const [other] = await occur('bob', 'w');
  await clientStore.exclusively(async (leaseToken) => {
    const isMeant = ({ item }: Claim) => item.owner === 'ann';
    const until = { from: await state.now(), to: 1000, leaseToken };
    await worker.runUntil(until, { handlers, step: setClock, isMeant });
  });
  expect(sent).toEqual([meant]);
  expect(await clientStore.work.claimed()).toBe(0);
  worker.start(handlers);
  await expect.poll(() => sent).toEqual([meant, other]);
});

test('a move of the clock does one check in a turn of the event loop, and lets others in between', async () => {
  const { handlers, clientStore, moveTo } = await started();
  const { check, turns } = await fortyChecks(clientStore);
  handlers['check'] = check;
  await moveTo(1000);
  expect(turns).toHaveLength(40);
  expect(new Set(turns).size).toBe(40);
});
