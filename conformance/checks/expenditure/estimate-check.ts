import type { PointId } from '../../../spec/profile.ts';
import { type Check, check, type PropertyCheck, type ScenarioCheck } from '../../check.ts';
import { readPoints } from './person.ts';

/** A check that makes users with payroll and reads their estimates. */
export function estimateCheck<P extends PointId = never, A = undefined, T = unknown>(
  literal: PropertyCheck<P, A, T>,
): Check;
export function estimateCheck<P extends PointId = never, A = undefined>(literal: ScenarioCheck<P, A>): Check;
export function estimateCheck(literal: unknown): Check {
  const given = literal as ScenarioCheck<never, undefined>;
  return check({ needs: ['users', 'entries'], uses: readPoints, ...given });
}
