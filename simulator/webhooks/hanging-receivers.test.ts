import { expect, onTestFinished, test } from 'vitest';
import { arranging } from '../arrangement/testing/arranging.ts';
import { startReceiver } from './testing/receiver.ts';

/** How many things a sandbox has under way at once, at most, is fewer than the most of these. */
test.for([150, 300])(
  '%i receivers that take a delivery and never answer delay no other receiver',
  async (hanging) => {
    const receiver = await startReceiver(({ path }, response) => {
      if (path === '/well') response.writeHead(204).end();
    });
    // Requests that still wait get no answer, so that the sandbox closes without waiting for its time-outs.
    const { call, user, close } = await arranging();
    onTestFinished(async () => {
      await receiver.close();
      await close();
    });
    const subscribe = (name: string) =>
      call('POST', '/webhooks', { name, events: ['user-payroll-submitted'], url: `${receiver.url}${name}` });
    for (let n = 0; n < hanging; n += 1) expect((await subscribe(`hangs-${n}`)).status).toBe(201);
    await subscribe('well');
    const id = await user();
    const arrivals = (path: RegExp) => receiver.seen.filter((one) => path.test(one.path)).length;
    const happen = () => call('POST', `/_sandbox/users/${id}/entries`, { payroll_submissions: [{}] });
    await happen();
    // A time-out is ten seconds: had a receiver been waited for, it would not be there by now.
    await expect.poll(() => arrivals(/well/), { timeout: 5000 }).toBe(1);
    await expect.poll(() => arrivals(/hangs/), { timeout: 5000 }).toBe(hanging);
    await happen();
    await expect.poll(() => arrivals(/well/), { timeout: 5000 }).toBe(2);
    expect(arrivals(/hangs/)).toBe(hanging);
  },
);
