import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf } from '../../generators/calendar.ts';
import { type Scenario, scenarios } from '../../generators/scenarios/scenario.ts';
import { arbitraryBirth, someBirth } from '../../generators/testing/births.ts';
import { personasOf } from '../../generators/world/world.ts';
import { few } from '../../spec/testing/test-run.ts';
import { createSandbox } from '../sandbox.ts';
import { brokenPromises } from './broken-promises.ts';

/** What the people of a fresh sandbox that is born at an instant do not keep of their promises, as lines. */
async function brokenAt(
  born: number,
  moves: string[],
  changed: (scenario: Scenario) => Scenario = (one) => one,
): Promise<string[]> {
  const sandbox = await createSandbox({ port: 0, users: 0, now: born, frozen: true });
  try {
    const subjects = [...personasOf().values()].map(({ persona, userId }) => ({
      ...{ scenario: changed(persona), userId, begins: dayOf(born) },
    }));
    const broken = await brokenPromises(sandbox, subjects, moves);
    return broken.map(({ key, position, at, problem }) => `${key} ${position} at ${at}: ${problem}`);
  } finally {
    await sandbox.close();
  }
}

describe('the people of a sandbox', () => {
  it('all promise something', () => {
    for (const { key, promises } of scenarios) expect(promises?.length ?? 0, key).toBeGreaterThan(0);
  });

  it('keep their promises whenever the sandbox is born, and after moves of its clock', async () => {
    const months = fc.integer({ min: 1, max: 30 });
    await fc.assert(
      fc.asyncProperty(arbitraryBirth, months, months, async (born, one, other) => {
        const moves = [one, other].sort((a, b) => a - b).map((count) => `P${count}M`);
        expect(await brokenAt(born, moves)).toEqual([]);
      }),
      { numRuns: few(1, 3), endOnFailure: true },
    );
  }, 180_000);

  it('are caught when they promise what is not so', async () => {
    const lie = (scenario: Scenario): Scenario => ({
      ...scenario,
      promises: [
        { call: 'estimate', answers: 418 },
        { call: 'holdings', answers: 404, errors: ['nothing of the kind'] },
        { call: 'holdings', answers: 200, finds: 5000, accounts: 9, each: { source: 'Nowhere' } },
        { call: 'wait', after: 'P1D', events: 77 },
      ],
    });
    const caught = await brokenAt(someBirth, [], lie);
    const positions = (key: string) =>
      new Set(caught.filter((line) => line.startsWith(`${key} `)).map((line) => line.split(' ')[1]));
    for (const { key } of scenarios) expect(positions(key), key).toEqual(new Set(['0', '1', '2', '3']));
    expect(caught.join('\n')).toContain('instead of 5000');
    expect(caught.join('\n')).toContain('not each has {"source":"Nowhere"}');
  }, 60_000);
});
