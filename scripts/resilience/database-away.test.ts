import { expect, onTestFinished, test } from 'vitest';
import { arranging } from '../../simulator/arrangement/testing/arranging.ts';
import { startPostgres } from '../../simulator/store/testing/postgres-server.ts';
import { startReceiver } from '../../simulator/webhooks/testing/receiver.ts';

test('while the database is away requests get 503 with the error body, and service resumes by itself', async () => {
  // A server of its own, since the one that all tests share must not go away.
  const database = await startPostgres();
  onTestFinished(database.stop);
  await database.started;
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const { call, user, close } = await arranging({ store: database.url });
  onTestFinished(close);
  const id = await user({ forename: 'Before' });
  await call('POST', '/webhooks', { name: 'w', events: ['user-payroll-submitted'], url: receiver.url });
  const patch = (forename: string) => call('PATCH', `/users/${id}`, { forename });
  expect((await patch('Acknowledged')).status).toBe(200);
  const health = async () => (await call('GET', '/_sandbox/health')).body.status;
  // On a busy machine the first statements are slow, and those of the recovery: health says so until enough others were quick.
  const afterReads = async () => {
    for (let reads = 0; reads < 10; reads += 1) await call('GET', `/_sandbox/users/${id}`);
    return health();
  };
  const becomesWell = () => expect.poll(afterReads, { timeout: 30_000 }).toBe('ok');
  await becomesWell();

  await database.restart(async () => {
    for (const [method, path, body] of [
      ['GET', '/users', undefined],
      ['GET', `/_sandbox/users/${id}`, undefined],
      ['PATCH', `/users/${id}`, { forename: 'Refused' }],
      ['POST', `/_sandbox/users/${id}/entries`, { payroll_submissions: [{}] }],
      ['POST', '/_sandbox/clock', { by: 'P1D' }],
      ['POST', '/_sandbox/reset', {}],
    ] as const) {
      const answer = await call(method, path, body);
      expect([path, answer.status, answer.body]).toEqual([path, 503, { errors: [expect.any(String)] }]);
      expect(JSON.stringify(answer.body)).not.toMatch(/payrig:payrig|127\.0\.0\.1/);
    }
    expect(await health()).toBe('degraded');
  });

  await expect
    .poll(async () => (await call('GET', `/_sandbox/users/${id}`)).body.user?.forename)
    .toBe('Acknowledged');
  await call('POST', `/_sandbox/users/${id}/entries`, { payroll_submissions: [{}] });
  await receiver.count(1);
  await becomesWell();
});
