import { expect, onTestFinished, test } from 'vitest';
import { Failure } from '../failure.ts';
import { fakeService } from '../testing/fake-service.ts';
import { Redactor } from './redactor.ts';
import { Target } from './target.ts';
import { Transport } from './transport.ts';

async function reached() {
  const { url: baseUrl, requests, close } = await fakeService();
  const transport = new Transport({ timeoutMs: 1000, concurrency: 1, sleep: async () => {} });
  onTestFinished(async () => {
    transport.close();
    await close();
  });
  return { ...new Target({ baseUrl, transport, redactor: new Redactor() }).caller(), requests };
}

test('a token that no request can carry is a failure of whoever issued it, and nothing is sent', async () => {
  const { call, requests } = await reached();
  for (const bearer of ['line\nbreak', '\u0000', '\u202e'])
    await expect(call('getConfiguration', { as: { bearer } })).rejects.toBeInstanceOf(Failure);
  expect(requests).toEqual([]);
});

test('an id with half a character is asked for as far as an address can say it', async () => {
  const { call, requests } = await reached();
  await call('getAuthorisationTerm', { path: { term_id: 'half \ud800' } });
  expect(requests.map(({ path }) => path)).toEqual(['/authorisations/terms/half%20%EF%BF%BD']);
});
