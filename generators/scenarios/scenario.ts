import type { components } from './generated/schema.ts';

type Definitions = components['schemas'];

/** Somebody in a sandbox, as a file tells of them; all days are relative to the one on which their world begins. */
export type Scenario = Definitions['Scenario'];
export type ScenarioJob = Definitions['Job'];
export type ScenarioEvent = Definitions['Event'];
export type ScenarioPay = Definitions['Pay'];
export type ScenarioPension = Definitions['Pension'];
/** A call, and what it comes to: something that can be seen from outside. */
export type ScenarioPromise = Definitions['Promise'];
export type ScenarioCount = Definitions['Count'];
export type ScenarioFields = Definitions['Fields'];
