import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withSection } from '../../bench/readme-section.ts';
import { soakKinds } from './soak-kinds.ts';
import { type SoakRecord, soakMarkers, soakSection } from './soak-record.ts';

const file = new URL('../../../docs/figures/soak.json', import.meta.url);
const page = readFileSync(new URL('../../../docs/figures/faults.md', import.meta.url), 'utf8');
const kept: SoakRecord | undefined = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;

const machine = { cores: 2, processor: 'x', memoryGb: 1, system: 'linux', node: 'v24', loadBefore: 0 };
const made = (lost: number): SoakRecord => ({
  madeAt: '2026-01-02T03:04:05.000Z',
  seed: 7,
  machine,
  rows: Object.keys(soakKinds(1)).map((name) => ({
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
  for (const name of Object.keys(soakKinds(1))) expect(section).toContain(`(1,234 tries of ${name})`);
  expect(section).toContain('Lost: nothing.');
});

it('what was lost is said, beside its kind and in the end', () => {
  const section = soakSection(made(2));
  expect(section).toContain('(1,234 tries of kill), **2 problems**');
  expect(section).toContain(`Lost: ${2 * Object.keys(soakKinds(1)).length} problems`);
});
