// Runs one resilience test in a process of its own, and sends its outcome to the parent process.
import type { ResilienceOutcome } from '../testing/fault-test.ts';
import { soakKinds } from './soak-kinds.ts';

const [name = '', seed, minutes] = process.argv.slice(2);
const outcome = await soakKinds(Number(minutes))
  [name]!.run(Number(seed), (line) => console.log(`  ${line}`))
  .catch((error: Error): ResilienceOutcome => ({ figures: {}, problems: [error.stack ?? error.message] }));
// Whatever it forgot to close must not keep the next from its turn.
process.send?.(outcome, () => process.exit());
