import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { scenarios } from '../../generators/scenarios/scenario.ts';
import { someBirth } from '../../generators/testing/births.ts';
import { command as worldCommand } from './world.ts';

/** What the command prints for these words. */
async function printed(...words: string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  try {
    await worldCommand(() => someBirth)
      .exitOverride()
      .parseAsync(words, { from: 'user' });
    return write.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    write.mockRestore();
  }
}

describe('payrig world', () => {
  const folders: string[] = [];
  afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

  it('lists every persona with key, id and purpose, as text and as JSON', async () => {
    const text = await printed('--list');
    const data: { key: string; user_id: string }[] = JSON.parse(await printed('--list', '--json'));
    expect(data.map(({ key }) => key).sort()).toEqual(scenarios.map(({ key }) => key).sort());
    for (const { key, user_id } of data) expect(text).toContain(`${key.padEnd(user_id.length)} `);
    for (const { user_id } of data) expect(text).toContain(user_id);
  });

  it('keeps keys and changes ids with the seed', async () => {
    const [one, other] = [await printed('--json'), await printed('--json', '--seed', 'other')].map((text) =>
      JSON.parse(text),
    );
    expect(other.map((persona: { key: string }) => persona.key)).toEqual(
      one.map((persona: { key: string }) => persona.key),
    );
    expect(other[0].user_id).not.toBe(one[0].user_id);
  });

  it('lists the magic logins', async () => {
    expect(await printed('--magic')).toMatch(/^mfa {2,}Stays PENDING/m);
    expect(JSON.parse(await printed('--magic', '--json')).user_names).toContainEqual(
      expect.objectContaining({ user_name: 'lock' }),
    );
  });

  it('shows one person by key, by id or by number', async () => {
    const data = JSON.parse(await printed('--user', 'two-jobs', '--json'));
    expect(data).toMatchObject({ key: 'two-jobs', user: { forename: 'Efa' } });
    expect(data.held_by_providers).toHaveLength(2);
    const text = await printed('--user', 'two-jobs');
    expect(text).toContain('Payslips retrieved: 64');
    expect(await printed('--user', data.user.user_id)).toBe(text);
    expect(await printed('--user', '4')).toBe(text);
  });

  it('shows the world as it is born at another time, with the same ids', async () => {
    const ada = async (...words: string[]) =>
      JSON.parse(await printed('--user', 'steady-salary', '--json', ...words));
    const [one, other] = [await ada(), await ada('--now', '2028-06-15T09:00:00Z')];
    expect(other.user.user_id).toBe(one.user.user_id);
    const paid = other.entries
      .at(-1)
      .payroll_submissions.map(
        (slip: { income_information: { pay_date: string } }) => slip.income_information.pay_date,
      );
    expect(paid.at(-1)).toBe('2028-05-26T00:00:00.000Z');
    await expect(printed('--now', 'tomorrow')).rejects.toThrow(/--now takes an instant/);
  });

  it('draws the statement of a person and a month', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'payrig-world-'));
    folders.push(folder);
    const file = join(folder, 'statement.pdf');
    expect(await printed('--user', 'steady-salary', '--statement', '2026-03', '--out', file)).toContain(
      'Ada Fairweather',
    );
    expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it.each([
    [['--user', 'nobody-at-all'], /no nobody-at-all in this world/],
    [['--user', 'unknown-user'], /is not a user/],
    [['--statement', '2026-03'], /needs --user/],
    [['--user', 'two-jobs', '--statement', '2026-03'], /needs --out/],
    [['--user', 'two-jobs', '--statement', 'March', '--out', 'x.pdf'], /months are written/],
    [['--user', 'two-jobs', '--statement', '2020-01', '--out', 'x.pdf'], /from 2024-05/],
    [['--out', 'x.pdf'], /needs --statement/],
  ])('says what is wrong with %j', async (words, message) => {
    await expect(printed(...words)).rejects.toThrow(message);
  });

  it('writes a scenario to begin with, which is valid and keeps its promises at any birth', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'payrig-world-'));
    folders.push(folder);
    const file = join(folder, 'My Person.yaml');
    expect(await printed('--init', file)).toContain(`payrig world --check ${file}`);
    expect(await readFile(file, 'utf8')).toContain('key: my-person\n');
    for (const now of ['2026-10-01', '2025-12-27', '2028-02-29'])
      expect(await printed('--check', file, '--now', now)).toBe(`${file}: valid; all 6 promises are kept\n`);
    await expect(printed('--init', file)).rejects.toThrow('it is there already');
    await expect(printed('--init', join(folder, 'x.txt'))).rejects.toThrow('a YAML file');
    const deep = join(folder, 'people/of mine/x.yaml');
    await printed('--init', deep);
    const schema = /\$schema=(.+)\/node_modules/.exec(await readFile(deep, 'utf8'))?.[1] ?? '';
    expect(resolve(dirname(deep), schema)).toBe(process.cwd());
    const listed = JSON.parse(await printed('--scenarios', folder, '--json'));
    expect(listed.at(-1)).toMatchObject({ key: 'my-person', name: 'Robin Ellery' });
  });

  it('tells which line of a scenario is wrong, and which promise is not kept', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'payrig-world-'));
    folders.push(folder);
    const [wrong, lying] = [join(folder, 'wrong.yaml'), join(folder, 'lying.yaml')];
    await writeFile(wrong, 'key: wrong\ndescription: W.\npurpose: W.\njob: []\n');
    await writeFile(
      lying,
      'key: lying\ndescription: L.\npurpose: L.\npromises: [{ call: estimate, finds: 99 }]\n',
    );
    try {
      const text = await printed('--check', wrong, lying);
      expect(text).toContain(`${wrong}:4: job: there is no [job] here; perhaps [jobs] is meant`);
      expect(text).toMatch(
        /lying\.yaml: valid; not all promises are kept\n {2}promise 1 \(estimate\).* instead of 99/,
      );
      expect(process.exitCode).toBe(1);
    } finally {
      process.exitCode = undefined;
    }
    await expect(printed('--check', join(folder, 'none.yaml'))).rejects.toThrow('there is no such file');
    await expect(printed('--scenarios', folder)).rejects.toThrow(`${wrong}:4: job`);
    await expect(printed('--now', '9999-12-31')).rejects.toThrow('between the years 1971 and 9990');
  });
});
