import { expect, test } from 'vitest';
import { loadClauses } from '../../spec/clauses.ts';
import { loadReceiverClauses } from '../../spec/receiver-clauses.ts';
import { runTool } from '../terminal/run-tool.ts';

const payrig = (...args: string[]) => runTool('node', ['scripts/payrig.ts', ...args]);

test('what is listed for people is listed for programs, too', async () => {
  const [check, exam, trigger] = await Promise.all([
    payrig('check', '--list', '--json'),
    payrig('exam', '--list', '--json'),
    payrig('trigger', '--list', '--json'),
  ]);
  const ids = ({ stdout }: { stdout: string }) =>
    JSON.parse(stdout).map(({ clause }: { clause: string }) => clause);
  expect(ids(check)).toEqual(loadClauses().map(({ id }) => id));
  expect(ids(exam)).toEqual(loadReceiverClauses().map(({ id }) => id));
  expect(JSON.parse(trigger.stdout)).toMatchObject({
    events: expect.arrayContaining([{ event: 'payroll', kind: 'user-payroll-submitted' }]),
    forgeries: expect.arrayContaining([
      expect.objectContaining({ name: 'bad-signature', needs: ['--secret'] }),
    ]),
  });
});

test.each([
  ['check', ['--list', '--only', 'users.lst.count'], '[users.list.count]'],
  ['exam', ['http://127.0.0.1:1/', '--secret', 's', '--only', 'signature.mising'], '[signature.missing]'],
])('%s suggests the clause that was meant', async (command, args, meant) => {
  const { code, stderr } = await payrig(command, ...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`Did you mean ${meant}?`)]);
});
