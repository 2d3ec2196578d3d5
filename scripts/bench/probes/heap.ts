// Run as a process with --expose-gc: `heap.ts USERS` prints the heap's bytes of a sandbox before its first request.
import { createSandbox } from '../../../simulator/sandbox.ts';

const sandbox = await createSandbox({ users: Number(process.argv[2]) });
// The second time takes what finalizers of the first let go.
for (let time = 0; time < 2; time += 1) {
  globalThis.gc?.();
  await new Promise((resolve) => setImmediate(resolve));
}
const { heapUsed, external } = process.memoryUsage();
console.log(heapUsed + external);
await sandbox.close();
