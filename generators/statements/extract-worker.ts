import { parentPort } from 'node:worker_threads';
import { extractStatement } from './extract.ts';

// The thread's whole work: bytes in, extraction out, one at a time.
parentPort?.on('message', async (bytes: Uint8Array) => {
  parentPort?.postMessage(await extractStatement(bytes));
});
