import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '../run-tool.ts';
import { request } from './request.ts';

/** A server in a process of its own. */
export type ServerProcess = { url: string; pid: number; stop(): Promise<void> };

type Command = { args: readonly string[]; env?: Record<string, string> };

/** Runs a server with this Node; it prints its address in its first line. */
export async function startServer(command: Command): Promise<ServerProcess> {
  const child = run(command, 'pipe');
  let text = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end).trim());
    });
    child.once('exit', () => reject(new Error(`${command.args.join(' ')} ended before it listened`)));
  });
  return serverOf(child, url);
}

/** Runs a server that is told its port and prints nothing; it is there once `path` is answered. */
export async function startAtPort(
  port: number,
  path: string,
  command: Command,
  headers: Record<string, string>,
): Promise<ServerProcess> {
  const child = run(command, 'ignore');
  const url = `http://127.0.0.1:${port}`;
  const server = serverOf(child, url);
  while (child.exitCode === null) {
    const status = await request(`${url}${path}`, { headers }).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status !== undefined) return server;
    await delay(5);
  }
  throw new Error(`${command.args.join(' ')} ended before it listened`);
}

/** A port that is free now, for servers that cannot pick one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

function run({ args, env }: Command, stdout: 'pipe' | 'ignore'): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: projectRoot,
    stdio: ['ignore', stdout, 'inherit'],
    env: { ...process.env, ...env },
  });
}

function serverOf(child: ChildProcess, url: string): ServerProcess {
  return {
    url,
    pid: child.pid as number,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
