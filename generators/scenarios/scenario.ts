import { compiledScenarios } from './generated/scenarios.ts';
import type { components } from './generated/schema.ts';

type Definitions = components['schemas'];

/** A person in a sandbox, as a file describes them; all days are relative to the one on which their world begins. */
export type Scenario = Definitions['Scenario'];
export type ScenarioJob = Definitions['Job'];
export type ScenarioEvent = Definitions['Event'];
/** A call, and what it comes to: something that can be seen from outside. */
export type ScenarioPromise = Definitions['Promise'];
export type ScenarioCount = Definitions['Count'];
export type ScenarioFields = Definitions['Fields'];

type Start = Definitions['Start'];
export type TermKey = NonNullable<Start['authorisations']>[number]['term'];
/** What the service knows of a user where it differs from the person; null takes a field away. */
export type ScenarioUser = Definitions['User'];
export type AccountPlan = Definitions['Account'] & { job: string };
/** A retrieval that has happened: it found what was paid by then and not found before. */
export type EntryPlan = Definitions['Retrieval'] & { job: string };

/** What the service holds for a user when the world begins; what is left out is as for any seeded user. Days are plain ones. */
export type StartingPlan = Pick<Start, 'user' | 'authorisations' | 'statements' | 'direct'> & {
  linkedAt?: string;
  accounts?: readonly AccountPlan[];
  entries?: readonly EntryPlan[];
  income?: boolean;
};

/** The built-in scenarios, as `npm run generate` read them from the files beside this one. */
export const scenarios: readonly Scenario[] = compiledScenarios;
