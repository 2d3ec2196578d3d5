import { startDatabases } from './contestants.ts';
import { figuresIn, interleave, type Measure, ratios, sectionOf } from './figure.ts';
import { startProbe } from './server-process.ts';

const FEW = 20;
/** As many as a worker asks for. */
const BATCH = 32;

/** How long the worker's look at its work takes on PostgreSQL with default settings, with little work and with much. */
export const claims: Measure = async ({ rounds, kept }) => {
  await using databases = await startDatabases();
  const counts = [BATCH, FEW, kept].map(String);
  await using worker = await startProbe('claims', await databases.make('claims'), ...counts);
  const timesOf = (task: 'claim' | 'look') =>
    interleave(['few', 'many'], 5 * rounds, (name) => worker.ask(`${task} ${name}`));
  const claim = await timesOf('claim');
  const look = await timesOf('look');
  const samples = {
    ...{ 'claim-few': claim.few, 'claim-many': claim.many, 'claim-growth': ratios(claim.many, claim.few) },
    ...{ 'look-few': look.few, 'look-many': look.many },
  };
  return sectionOf('claims', figuresIn('claims', samples, { few: FEW, many: kept }), { batch: BATCH });
};
