// One kind of trouble, in a process of its own; what came of it is sent to whoever started this.
import type { ResilienceOutcome } from '../resilience-test.ts';
import { soakKinds } from './soak-kinds.ts';

const [name = '', seed, minutes] = process.argv.slice(2);
const outcome = await soakKinds(Number(minutes))
  [name]!.run(Number(seed), (line) => console.log(`  ${line}`))
  .catch((error: Error): ResilienceOutcome => ({ figures: {}, problems: [error.stack ?? error.message] }));
// Whatever it forgot to close must not keep the next from its turn.
process.send?.(outcome, () => process.exit());
