import { execFile } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

export type MachineRun = { code: number; stdout: string; stderr: string };

/** The environment of a person's shell: nothing of the npm that runs the tests; with another Node first, if one is named. */
export function machineEnvironment(node?: string): NodeJS.ProcessEnv {
  // A certificate that the machine trusts is part of it; what was compiled before changes nothing but the time.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_|node_(?!extra_ca_certs|compile_cache)|vitest|vite_|init_cwd)/i.test(name),
    ),
  );
  const folders = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !/node_modules/.test(folder));
  env['PATH'] = [...(node === undefined ? [] : [dirname(node)]), ...folders].join(delimiter);
  return env;
}

/** Runs a program as a person's shell would, on the machine's Node or another. */
export function runOnMachine(
  command: string,
  args: readonly string[],
  cwd: string,
  node?: string,
): Promise<MachineRun> {
  const env = machineEnvironment(node);
  return new Promise((resolve) => {
    const options = { cwd, env, maxBuffer: 64_000_000, shell: process.platform === 'win32' };
    execFile(command, args, options, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
      resolve({ code, stdout, stderr: error && stderr === '' ? error.message : stderr });
    });
  });
}
