import { execFile } from 'node:child_process';
import { delimiter } from 'node:path';

export type MachineRun = { code: number; stdout: string; stderr: string };

/** Runs a program as a person's shell would: nothing of the npm that runs the tests is passed on. */
export function runOnMachine(command: string, args: readonly string[], cwd: string): Promise<MachineRun> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|node_|vitest|vite_|init_cwd)/i.test(name)),
  );
  env['PATH'] = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !/node_modules/.test(folder))
    .join(delimiter);
  return new Promise((resolve) => {
    const options = { cwd, env, maxBuffer: 64_000_000, shell: process.platform === 'win32' };
    execFile(command, args, options, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
      resolve({ code, stdout, stderr: error && stderr === '' ? error.message : stderr });
    });
  });
}
