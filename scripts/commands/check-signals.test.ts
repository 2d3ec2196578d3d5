import type { RequestHandler } from 'express';
import { afterEach, expect, it } from 'vitest';
import { hash32 } from '../../generators/random.ts';
import { createSandbox, type Sandbox } from '../../simulator/sandbox.ts';
import { sample, testSeed } from '../../spec/testing/test-run.ts';
import { runPayrig } from '../sandbox/testing/run-command.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

/** Calls back when so many requests have come in. */
function atRequest(number: number, act: () => void): RequestHandler {
  let seen = 0;
  return (_request, _response, next) => {
    if (++seen === number) act();
    next();
  };
}

async function read(path: string): Promise<unknown> {
  const response = await fetch(`${sandbox.url}${path}`, { headers: { 'X-API-KEY': sandbox.apiKey } });
  return response.json();
}

/** All that a client can see of what a run may have changed. */
const visible = async () => ({
  users: await read('/users?offset=1&limit=100'),
  webhooks: await read('/webhooks'),
  configuration: await read('/configuration'),
});

it.skipIf(process.platform === 'win32').each(sample(['SIGINT', 'SIGTERM', 'SIGHUP'] as const, 1))(
  'after %s at whatever moment, everything is as it was before',
  async (signal) => {
    const moment = 1 + (hash32(`${testSeed} ${signal}`) % 1200);
    let interrupt = (): void => {};
    sandbox = await createSandbox({ users: 8, wrap: { app: atRequest(moment, () => interrupt()) } });
    const before = await visible();
    const run = runPayrig(['check', sandbox.url, '--api-key', sandbox.apiKey, '--runs', '1']);
    interrupt = () => void run.child.kill(signal);
    const code = await run.ended;
    const { out, err } = run.printed();
    expect({ code, moment, out: out.slice(-600) }).toMatchObject({
      code: 3,
      out: expect.stringContaining('The run was interrupted.'),
    });
    expect(err).toContain('what was made is being removed');
    expect(out).not.toContain('could not be removed');
    expect({ moment, ...(await visible()) }).toEqual({ moment, ...before });
  },
);
