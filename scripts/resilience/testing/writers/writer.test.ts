import { describe, expect, it } from 'vitest';
import { type Call, Unanswered } from '../connection.ts';
import { type Register, Writer } from './writer.ts';

/** A register of one number, kept by a sandbox that answers, forgets or dies as it is told. */
function numbered(sandbox: { value: unknown }): Register<unknown> {
  return {
    name: 'number',
    open: async () => sandbox.value,
    next: (_, n) => ({ ask: { method: 'PUT', path: '/', body: n }, after: () => n }),
    read: async () => sandbox.value,
  };
}

const answering =
  (sandbox: { value: unknown }, { keeps, answers }: { keeps: boolean; answers: boolean }): Call =>
  async ({ body }) => {
    if (keeps) sandbox.value = body;
    if (!answers) throw new Unanswered('it died');
    return { status: 200, headers: {}, text: '', body: {} };
  };

async function writerAfter(keeps: boolean, answers: boolean, found?: unknown) {
  const sandbox = { value: 0 as unknown };
  const writer = new Writer(numbered(sandbox));
  const call = answering(sandbox, { keeps, answers });
  await writer.open(call);
  await writer.step(call).catch(() => {});
  if (found !== undefined) sandbox.value = found;
  return { writer, problem: await writer.settle(call) };
}

describe('a writer', () => {
  it('is content with what was acknowledged', async () => {
    expect((await writerAfter(true, true)).problem).toBeUndefined();
  });

  it('takes a change without an answer for done or not done', async () => {
    expect((await writerAfter(true, false)).writer.fates).toEqual({ kept: 1, gone: 0 });
    expect((await writerAfter(false, false)).writer.fates).toEqual({ kept: 0, gone: 1 });
  });

  it('tells of an acknowledged change that is gone', async () => {
    expect((await writerAfter(false, true)).problem).toBe('acknowledged 1, found 0');
  });

  it('tells of what neither change would leave', async () => {
    expect((await writerAfter(true, false, 'half')).problem).toBe(
      'acknowledged 0, under way 1, found "half"',
    );
  });
});
