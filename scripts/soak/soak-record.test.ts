import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withSection } from '../figures/with-section.ts';
import { type SoakRecord, soakFile, soakKinds, soakMarkers, soakRows, soakSection } from './soak-record.ts';

const file = new URL('../../docs/figures/soak.json', import.meta.url);
const page = readFileSync(new URL('../../docs/figures/faults.md', import.meta.url), 'utf8');
const kept: SoakRecord | undefined = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;

const machine = { cores: 2, processor: 'x', memoryGb: 1, system: 'linux', node: 'v24', loadBefore: 0 };
const made = (lost: number): SoakRecord => ({
  madeAt: '2026-01-02T03:04:05.000Z',
  seed: 7,
  machine,
  rows: [...soakKinds.keys()].map((name) => ({
    name,
    tried: { [`tries of ${name}`]: 1234 },
    lost,
    seconds: 60,
  })),
});

it('docs/figures/faults.md says what the last whole run tried and lost, in the words of its record', () => {
  expect(withSection(page, soakSection(kept), soakMarkers)).toBe(page);
});

it('five lines name the counts of every kind, and the last says that nothing was lost', () => {
  const section = soakSection(made(0));
  expect(section.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(5);
  for (const name of soakKinds.keys()) expect(section).toContain(`(1,234 tries of ${name})`);
  expect(section).toContain('Lost: nothing.');
});

it('what was lost is said, beside its kind and in the end', () => {
  const section = soakSection(made(2));
  expect(section).toContain('(1,234 tries of kill), **2 problems**');
  expect(section).toContain(`Lost: ${2 * soakKinds.size} problems`);
});

it('every kind is a fault-injection test of its file, and every fault-injection test is a kind', () => {
  const files = [...new Set([...soakKinds.keys()].map(soakFile))];
  const named = files.flatMap((file) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    return [...text.matchAll(/^faultTest.*\n {2}name: '([\w-]+)'/gm)].map(([, name]) => name);
  });
  expect(named.sort()).toEqual([...soakKinds.keys()].sort());
});

it('a test that found problems, broke, hung or was not done is a row that tells so', () => {
  const test = (name: string, status: string, failureMessages: string[] = []) => ({
    title: `${name}: nothing is lost`,
    status,
    duration: 1700,
    failureMessages,
    meta: {},
  });
  const fault = { figures: { kills: 3 }, problems: ['lost: two', 'log: one\nmore'] };
  const assertionResults = [
    { ...test('kill', 'passed'), meta: { fault: { ...fault, problems: [] } } },
    { ...test('disk', 'failed', ['AssertionError']), meta: { fault } },
    test('time', 'failed', ['Error: Test timed out in 5ms\n at']),
    test('fuzz', 'pending'),
  ];
  const testResults = [
    ...assertionResults.map((one) => ({
      name: `/payrig/scripts/resilience/${one.title.split(':')[0]}.test.ts`,
      message: '',
      assertionResults: [one],
    })),
    { name: '/payrig/scripts/resilience/files.test.ts', message: 'No such module', assertionResults: [] },
  ];
  const { rows, failures } = soakRows({ testResults }, ['kill', 'disk', 'time', 'fuzz', 'files', 'folder']);
  expect(rows[0]).toEqual({ name: 'kill', tried: { kills: 3 }, lost: 0, seconds: 2 });
  expect(rows.map(({ lost }) => lost)).toEqual([0, 2, 1, 1, 1, 1]);
  expect(failures).toEqual([
    'disk: lost: two',
    'disk: log: one',
    'time: Error: Test timed out in 5ms',
    'fuzz: It ended before it was done',
    'files: No such module',
    'folder: It ended before it was done',
  ]);
});
