import { compiledScenarios } from './generated/scenarios.ts';
import type { components } from './generated/schema.ts';

type Definitions = components['schemas'];

/** A person in a sandbox, as a file describes them; all days are relative to the one on which their world begins. */
export type Scenario = Definitions['Scenario'];
export type ScenarioJob = Definitions['Job'];
export type ScenarioEvent = Definitions['Event'];
export type ScenarioPay = Definitions['Pay'];
export type ScenarioPension = Definitions['Pension'];
/** A call, and what it comes to: something that can be seen from outside. */
export type ScenarioPromise = Definitions['Promise'];
export type ScenarioCount = Definitions['Count'];
export type ScenarioFields = Definitions['Fields'];

/** The built-in scenarios, as `npm run generate` read them from the files beside this one. */
export const scenarios: readonly Scenario[] = compiledScenarios;
