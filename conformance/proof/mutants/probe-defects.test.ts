import { expect, test } from 'vitest';
import { sample } from '../../../spec/testing/test-run.ts';
import { checks } from '../../checks/all-checks.ts';
import { probes } from '../../suite/learn/probes/index.ts';
import type { Defect } from './mutant.ts';
import {
  brokenFor,
  deliveryDefects,
  dependents,
  judged,
  requestDefects,
  shapesOf,
} from './testing/request-defects.ts';

/** The document shows no roles, so a server may refuse all that the suite tries: the clauses of an invitation may be skipped. */
const excused = / refuses inviteMember \{\} \{"email":"text","role":"text"\}$/;

const needed = probes.filter(({ point }) => dependents(point).length > 0);

test.for(sample(needed, 1).map((probe) => [probe.point, probe] as const))(
  '%s: no defect of what its probe asks for makes a stated clause "not judged"',
  { timeout: 1_200_000 },
  async ([point, probe]) => {
    const judges = dependents(point);
    const whole = await judged(judges, []);
    const passed = whole.clauses.filter(({ verdict }) => verdict === 'pass').map(({ clause }) => clause);
    expect(passed).not.toEqual([]);
    const places: [string, Defect][] = [...(await shapesOf(probe))].flatMap((shape) =>
      Object.entries(requestDefects).map(([name, change]): [string, Defect] => [
        `${point} ${name} ${shape}`,
        brokenFor(shape, change),
      ]),
    );
    if (probe.needs?.includes('receiver')) places.push(...Object.entries(deliveryDefects));
    expect(places.length).toBeGreaterThan(0);
    const survivors: string[] = [];
    for (const [place, defect] of sample(places, 12)) {
      const { clauses, totals } = await judged(judges, [defect]);
      const isSkipped = clauses.some(({ clause, verdict }) => passed.includes(clause) && verdict === 'skip');
      if (!isSkipped || totals.fail > 0 || excused.test(place)) continue;
      // Another clause may notice.
      const all = await judged(checks, [defect], { only: [] });
      if (all.totals.fail === 0) survivors.push(place);
    }
    expect(survivors).toEqual([]);
  },
);
