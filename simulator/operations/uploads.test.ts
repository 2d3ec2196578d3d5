import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { novel, payslip, statementOf } from '../../generators/statements/testing/other-documents.ts';
import type { BankStatementSubmission } from '../../spec/types.ts';
import { type Arranging, arranging } from '../arrangement/testing/arranging.ts';

let at: Arranging;
beforeAll(async () => {
  at = await arranging();
});
afterAll(() => at.close());

const damaged = Buffer.from('%PDF-1.7\nnothing of what follows is a document\n');

/** A user who may upload, and what they do. */
async function uploader(on = at) {
  const userId = await on.user();
  await on.accept(userId);
  const authorization = `Bearer ${await on.token(userId)}`;
  const presign = async (): Promise<string> => {
    const body = { files: [{ file_name: 'may.pdf', external_id: 'may' }] };
    const answer = await on.call('PUT', '/documents/bank-statements/presign', body, { authorization });
    return answer.body.presigned_urls[0].presigned_url;
  };
  const listed = async (): Promise<BankStatementSubmission[]> =>
    (await on.call('GET', `/bankstatements/${userId}`)).body.bank_statement_submissions;
  const settled = () =>
    expect.poll(
      async () => (await on.dossier(userId)).documents.every(({ state }) => state !== 'processing'),
      { timeout: 20_000 },
    );
  return { userId, presign, listed, settled };
}

const send = (url: string, body: Uint8Array, headers: Record<string, string> = {}, method = 'PUT') =>
  fetch(url, { method, body: new Blob([Uint8Array.from(body)]), headers });

/** The deliveries of events about a user. */
async function eventsOf(on: Arranging, userId: string): Promise<{ user_id: string; body: string | null }[]> {
  const { deliveries } = (await on.call('GET', '/_sandbox/deliveries')).body;
  return deliveries.filter((one: { user_id: string }) => one.user_id === userId);
}

const subscribe = (on: Arranging) =>
  on.call('POST', '/webhooks', {
    name: 'statements',
    events: ['user-bank-statement-submitted'],
    url: 'http://127.0.0.1:9/',
    config: { include_payload: true },
  });

describe('every PDF that is uploaded', () => {
  const documents = { payslip, novel, damaged: async () => new Uint8Array(damaged) };

  test.each(Object.keys(documents) as (keyof typeof documents)[])(
    'is listed with its probability and nothing else when it is a %s, and no event tells of it',
    async (kind) => {
      const on = await arranging();
      try {
        await subscribe(on);
        const { userId, presign, listed, settled } = await uploader(on);
        expect((await send(await presign(), await documents[kind]())).status).toBe(200);
        await settled().toBe(true);
        const [submission, ...others] = await listed();
        expect(others).toEqual([]);
        expect(submission).toMatchObject({
          document_filename: 'may.pdf',
          document_external_id: 'may',
          account_information: null,
          statement_period: null,
          balance_information: null,
          transactions: null,
        });
        expect(submission?.bank_statement_probability).toBeLessThan(0.5);
        expect((await on.dossier(userId)).documents[0]).toMatchObject({
          state: 'rejected',
          reason: expect.any(String),
        });
        expect(await eventsOf(on, userId)).toEqual([]);
      } finally {
        await on.close();
      }
    },
  );

  test('says so when its transactions do not lead to its closing balance', async () => {
    const { userId, presign, listed, settled } = await uploader();
    await send(await presign(), await statementOf('Ada Byron', '1,696.00'));
    await settled().toBe(true);
    expect((await listed())[0]?.bank_statement_probability).toBeLessThan(0.7);
    expect((await at.dossier(userId)).documents[0]).toMatchObject({
      state: 'extracted',
      reason: 'The transactions do not lead from the opening to the closing balance',
    });
  });

  test('is listed with what it says when it is a statement, and an event announces it', async () => {
    const on = await arranging();
    try {
      await subscribe(on);
      const { userId, presign, listed, settled } = await uploader(on);
      await send(await presign(), await statementOf('Ada Byron'));
      await settled().toBe(true);
      expect(await listed()).toMatchObject([
        {
          account_information: { account_holder_name: 'Ada Byron', sort_code: '10-20-30' },
          statement_period: { start_date: '2026-05-01', end_date: '2026-05-31' },
          balance_information: { opening_balance: '100.00', closing_balance: '1,596.00' },
          transactions: [
            { date: '2026-05-04', description: 'CARD PAYMENT BAKER', amount: '4.00', type: 'debit' },
            { date: '2026-05-28', description: 'SALARY', amount: '1500.00', type: 'credit' },
          ],
        },
      ]);
      await expect.poll(async () => (await eventsOf(on, userId))[0]?.body).toBeTypeOf('string');
      const bodies = (await eventsOf(on, userId)).map(({ body }) => JSON.parse(body ?? ''));
      expect(bodies).toMatchObject([{ payload: { bank_statement_submissions: await listed() } }]);
    } finally {
      await on.close();
    }
  });

  test('that is unlikely is not listed where the profile says rejected', async () => {
    const on = await arranging({ profile: { points: { 'documents.unlikely': 'rejected' } } });
    try {
      const { presign, listed, settled } = await uploader(on);
      await send(await presign(), await payslip());
      await send(await presign(), await statementOf('Ada Byron'));
      await settled().toBe(true);
      expect(await listed()).toHaveLength(1);
    } finally {
      await on.close();
    }
  });
});

describe('the bytes decide', () => {
  test.each([
    'application/pdf',
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; charset=utf-8',
    'nonsense',
    undefined,
  ])('whatever the content type: %s', async (type) => {
    const { presign, listed, settled } = await uploader();
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    expect((await send(await presign(), await statementOf('Ada Byron'), headers)).status).toBe(200);
    await settled().toBe(true);
    expect((await listed())[0]?.account_information?.account_holder_name).toBe('Ada Byron');
  });

  test('a body that is no PDF, or empty, is refused, and the address can be used again', async () => {
    const { userId, presign, settled, listed } = await uploader();
    const url = await presign();
    for (const bytes of [new Uint8Array(), Buffer.from('{"a": 1}'), Buffer.from('PK\u0003\u0004')]) {
      const answer = await send(url, bytes, { 'content-type': 'application/pdf' });
      expect([answer.status, await answer.json()]).toEqual([400, { errors: ['The file is not a PDF'] }]);
    }
    expect((await at.dossier(userId)).documents[0]?.state).toBe('awaiting_upload');
    expect((await send(url, await statementOf('Ada Byron'))).status).toBe(200);
    await settled().toBe(true);
    expect(await listed()).toHaveLength(1);
    expect((await send(url, await statementOf('Ada Byron'))).status).toBe(409);
  });
});

test('a profile may want the content type named, and may take POST', async () => {
  const points = { 'presign.upload-content-type': 'pdf', 'presign.upload-method': 'put-or-post' } as const;
  const on = await arranging({ profile: { points } });
  try {
    const { presign } = await uploader(on);
    const [url, bytes] = [await presign(), await statementOf('Ada Byron')];
    expect((await send(url, bytes, { 'content-type': 'text/plain' })).status).toBe(415);
    expect(
      (await send(url, bytes, { 'content-type': 'application/pdf' }, 'PATCH')).headers.get('allow'),
    ).toBe('PUT, POST');
    expect((await send(url, bytes, { 'content-type': 'application/pdf' }, 'POST')).status).toBe(200);
    const { presign: presignHere } = await uploader();
    expect((await send(await presignHere(), bytes, {}, 'POST')).status).toBe(405);
  } finally {
    await on.close();
  }
});

test('of many uploads to one address exactly one is taken, and it is the one that is extracted', async () => {
  const names = ['Ada Byron', 'Bea Crane', 'Cal Dunn', 'Dee East', 'Eli Frost'];
  const files = await Promise.all(names.map((holder) => statementOf(holder)));
  for (let round = 0; round < 6; round += 1) {
    const { presign, listed, settled } = await uploader();
    const url = await presign();
    const answers = await Promise.all(files.map((bytes) => send(url, bytes)));
    const taken = answers.flatMap(({ ok }, index) => (ok ? [names[index]] : []));
    expect(taken).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(names.length - 1);
    await settled().toBe(true);
    const holders = (await listed()).map((one) => one.account_information?.account_holder_name);
    expect(holders).toEqual(taken);
  }
});
