// Loaded into a process under test (--import): makes one function of node:fs fail, by what stands in the file that
// PAYRIG_FS_FAULT names (`utimesSync EROFS`), for paths below the folder PAYRIG_FS_FOLDER. Intervals are shortened.
import fs from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const { readFileSync } = fs;
const control = process.env['PAYRIG_FS_FAULT']!;
const folder = process.env['PAYRIG_FS_FOLDER']!;

type Anything = Record<string, unknown>;

/** Whether a name is of a function that writes, looks at or changes files. */
const isChanging = (name: string): boolean =>
  /^(l|f)?(write|append|stat|utimes|chmod|truncate|rename|rm|unlink|link|symlink|mkdir|open|copyFile|datasync|sync|fsync)/.test(
    name,
  ) && !/^(openAsBlob|opendir|write|writev|writevSync)$/.test(name);

function faultOf(name: string, path: unknown): Error | undefined {
  if (typeof path === 'string' && !path.startsWith(folder)) return undefined;
  // What the process prints is in no folder.
  if (typeof path === 'number' && path <= 2) return undefined;
  const [wanted, code] = readFileSync(control, 'utf8').split(' ');
  if (wanted !== name && wanted !== '*') return undefined;
  return Object.assign(new Error(`${code}: injected, ${name} '${path}'`), { code, errno: -5, syscall: name });
}

function guard(owner: Anything, prefix: string, fails: (error: Error, input: unknown[]) => unknown): void {
  for (const [name, original] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
    const { value } = original;
    if (typeof value !== 'function' || !isChanging(name)) continue;
    owner[name] = function guarded(this: unknown, ...input: unknown[]) {
      const error = faultOf(prefix + name, prefix === 'handle.' ? undefined : input[0]);
      return error ? fails(error, input) : value.apply(this, input);
    };
  }
}

const handle: FileHandle = await promises.open(control);
guard(Object.getPrototypeOf(handle), 'handle.', (error) => Promise.reject(error));
await handle.close();
guard(promises as unknown as Anything, 'promises.', (error) => Promise.reject(error));
guard(fs as unknown as Anything, '', (error, input) => {
  const callback = input.at(-1);
  if (typeof callback !== 'function') throw error;
  process.nextTick(callback as (error: Error) => void, error);
});
syncBuiltinESMExports();

const { setInterval } = globalThis;
globalThis.setInterval = ((task: () => void, ms: number, ...rest: []) =>
  setInterval(task, Math.min(ms, 50), ...rest)) as typeof setInterval;
