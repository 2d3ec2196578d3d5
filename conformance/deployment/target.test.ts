import { expect, onTestFinished, test } from 'vitest';
import { CannotArrange, Failure } from '../judgement/failure.ts';
import { Redactor } from '../target/redactor.ts';
import { tolerantContract } from '../target/tolerant-contract.ts';
import { Transport } from '../target/transport.ts';
import { fakeService } from '../testing/fake-service.ts';
import { Target } from './target.ts';

async function reached() {
  const { url: baseUrl, requests, close } = await fakeService();
  const transport = new Transport({ timeoutMs: 1000, concurrency: 1, sleep: async () => {} });
  onTestFinished(async () => {
    transport.close();
    await close();
  });
  const target = new Target({ baseUrl, transport, redactor: new Redactor() });
  return { ...target.caller(), target, requests };
}

test('an answer says what was asked under canonical names, whatever went over the wire', async () => {
  const { call, target } = await reached();
  target.obey({ naming: { authority: 'hmrc' } });
  const body = { taxauth_enabled: true, forename: 'Ada' };
  const updated = await call('updateUser', { path: { user_id: 'a' }, body });
  expect(updated).toMatchObject({ path: { user_id: 'a' }, query: {}, sent: body });
  expect(updated.request.body).toContain('hmrc_enabled');
  const listed = await call('listUsers', { query: { offset: 1, limit: 20 } });
  expect(listed).toMatchObject({ path: {}, query: { offset: '1', limit: '20' }, sent: undefined });
});

test('a token that no request can carry is a failure of its issuer, and nothing is sent', async () => {
  const { call, requests } = await reached();
  for (const bearer of ['line\nbreak', '\u0000', '\u202e'])
    await expect(call('getConfiguration', { as: { bearer } })).rejects.toBeInstanceOf(Failure);
  expect(requests).toEqual([]);
});

test('an id with half a surrogate pair is requested as far as a URL can hold it', async () => {
  const { call, requests } = await reached();
  await call('getAuthorisationTerm', { path: { term_id: 'half \ud800' } });
  expect(requests.map(({ path }) => path)).toEqual(['/authorisations/terms/half%20%EF%BF%BD']);
});

test('no operation is asked for without the id of what it is about', async () => {
  const { call, requests } = await reached();
  const ofPath = [...tolerantContract({}).operations.values()].flatMap(({ id, path }) =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ id, name, place: 'path' })),
  );
  expect(ofPath).toHaveLength(10);
  const ofBody = [
    { id: 'queryPayrollConnection', name: 'account_id', place: 'body' },
    { id: 'createDirectConnection', name: 'user_id', place: 'body' },
  ] as const;
  for (const { id, name, place } of [...ofPath, ...ofBody])
    for (const value of ['', ' ', undefined, null, 42])
      await expect(call(id, { [place]: { [name]: value } })).rejects.toBeInstanceOf(CannotArrange);
  for (const { id } of ofPath) await expect(call(id)).rejects.toBeInstanceOf(CannotArrange);
  expect(requests).toEqual([]);
});
