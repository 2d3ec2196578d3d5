import { spawn } from 'node:child_process';

/** Runs a script. Its shell has a process group of its own, so that nothing that it started outlives it. */
export function runShell(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; printed: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', script], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        printed += chunk;
      });
    child.on('error', reject);
    child.on('exit', (code) => {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch {
        // Nothing is left of it.
      }
      child.on('close', () => resolve({ code, printed }));
    });
  });
}
