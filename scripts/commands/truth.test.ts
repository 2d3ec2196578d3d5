import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { someBirth } from '../../generators/testing/births.ts';
import { dishonestKinds, personasOf } from '../../generators/world/world.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { command as truthCommand } from './truth.ts';

/** What the command prints for these words. */
async function printed(...words: string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  try {
    await truthCommand(() => someBirth)
      .exitOverride()
      .parseAsync(['--users', '0', ...words], { from: 'user' });
    return write.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    write.mockRestore();
  }
}

const idOf = (key: string) => personasOf('1').get(key)!.userId;
async function verdicts(text: string): Promise<string> {
  const file = join(await temporaryFolder(), 'verdicts');
  await writeFile(file, text);
  return file;
}

describe('payrig truth', () => {
  afterEach(() => {
    process.exitCode = undefined;
  });

  it('lists the kinds and who is dishonest, and tells the wrong values of one', async () => {
    expect(await printed('--kinds')).toMatch(
      /^inflated-gross {2,}wrote .* payslip-adds-up {2,}back-payment/m,
    );
    const odd: { discrepancies: { kind: string }[] }[] = JSON.parse(await printed('--json'));
    expect(odd.flatMap(({ discrepancies }) => discrepancies.map(({ kind }) => kind))).toEqual(dishonestKinds);
    expect(await printed('--user', 'other-holder')).toMatch(/account_holder_name +\w+ \w+ +Jerome Castleton/);
    expect(await printed('--user', 'steady-salary')).toContain('is honest');
    await expect(printed('--user', 'nobody')).rejects.toThrow('There is no user nobody');
  });

  it('scores verdicts by kind and by relation, and exits with 1 below the level that is asked for', async () => {
    const rows = [
      ['inflated-gross', 'inflated-gross'],
      ['edited-balance', 'balances-follow'],
      ['missing-month', 'fraud'],
      ['other-holder', 'honest'],
      ['steady-salary', 'other-account'],
    ].map(([key, kind]) => ({ user_id: idOf(key!), kind }));
    const csv = ['user_id,kind', ...rows.map(({ user_id, kind }) => `${user_id},${kind}`)].join('\n');
    for (const text of [csv, JSON.stringify(rows)]) {
      const { kinds, all } = JSON.parse(await printed('--json', '--score', await verdicts(text)));
      const found = kinds.filter((one: { found: number }) => one.found === 1);
      expect(found.map(({ kind }: { kind: string }) => kind)).toEqual([
        'inflated-gross',
        'edited-balance',
        'missing-month',
      ]);
      expect(all).toMatchObject({ there: 16, found: 3, alarms: 1, precision: 0.75, recall: 3 / 16 });
      expect(process.exitCode).toBe(1);
    }
    process.exitCode = undefined;
    await printed('--score', await verdicts(csv), '--at-least', '0.1');
    expect(process.exitCode).toBeUndefined();
  });

  it.each([
    ['user_id,kind\nnobody,fraud', 'no user of this world has the id nobody'],
    [`user_id,kind\n${idOf('steady-salary')},cheat`, 'Verdict 1: cheat is neither a kind'],
    ['user,kind\n', 'must name the columns'],
    ['[1, 2]', 'not a JSON list'],
  ])('refuses verdicts such as %j', async (text, problem) => {
    await expect(printed('--score', await verdicts(text))).rejects.toThrow(problem);
  });

  it('refuses a share that cannot be', async () => {
    await expect(printed('--dishonest', '0.7')).rejects.toThrow('a share from 0 to 0.5');
    await expect(printed('--at-least', 'x')).rejects.toThrow('a share from 0 to 1');
  });
});
