import { compiledScenarios } from './generated/scenarios.ts';
import type { Scenario } from './scenario.ts';

/** Everybody with a name and a purpose, as `npm run generate` read them from the files beside this one. */
export const scenarios: readonly Scenario[] = compiledScenarios;
