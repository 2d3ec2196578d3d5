// Loaded before everything else of a process: its wall clock is off by as many milliseconds as a file says, from each SIGUSR2 on.
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env['PAYRIG_TEST_CLOCK']!;
const real = Date;
let offset = 0;
const read = (): void => {
  offset = Number(readFileSync(file, 'utf8'));
};
const now = (): number => real.now() + offset;

globalThis.Date = new Proxy(real, {
  construct: (target, words, kind) => Reflect.construct(target, words.length === 0 ? [now()] : words, kind),
  apply: () => new real(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
read();
if (isMainThread) process.on('SIGUSR2', read);
