import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { SandboxOptions } from '../../simulator/app/options.ts';
import { createSandbox } from '../../simulator/sandbox.ts';
import { loadContract } from '../../spec/contract.ts';
import { completeProfile, type PartialProfile } from '../../spec/profile.ts';
import { Connections } from './connection.ts';
import { useEveryOperation } from './every-operation.ts';
import { Problems, type ResilienceOutcome } from './resilience-test.ts';

const prism = fileURLToPath(new URL('../../node_modules/.bin/prism', import.meta.url));

/** A deployment with names of its own, and with other answers where the document is silent. */
export const anotherProfile: PartialProfile = {
  naming: { vendor: 'acme', authority: 'revenue' },
  points: {
    'webhooks.list.shape': 'paginated',
    'webhooks.delete.response': 'empty',
    'requests.malformed-json-status': 422,
    'accounts.mfa.wrong-answer-status': 401,
    'members.sign-in.wrong-credentials-status': 403,
    'bank-statements.list.unknown-user': 'empty',
  },
};

/** Sends traffic over every operation through Prism's validating proxy, which must find nothing wrong with any answer. */
export async function proxyTest(
  profile: PartialProfile = {},
  wrap: SandboxOptions['wrap'] = {},
): Promise<ResilienceOutcome> {
  const problems = new Problems();
  const folder = await mkdtemp(join(tmpdir(), 'payrig-proxy-'));
  const sandbox = await createSandbox({ users: 4, profile, wrap });
  const proxy = await startPrism(folder, profile, sandbox.url);
  const [through, direct] = [new Connections(proxy.url), new Connections(sandbox.url)];
  try {
    // The proxy never answers a body that is no JSON; the fuzz sends enough of them.
    const options = { malformed: false };
    const exchanged = await useEveryOperation(through.call, direct.call, profile, options);
    for (const { operation, what, answer } of exchanged) {
      const told = answer.headers['sl-violations'];
      const violations = JSON.parse(typeof told === 'string' ? told : '[]') as { location: string[] }[];
      for (const violation of violations.filter(({ location }) => location[0] === 'response'))
        problems.add(`${operation}, ${what}`, `${answer.status} ${JSON.stringify(violation)}`);
      if (answer.status >= 500) problems.add(`${operation}, ${what}`, answer.text);
    }
    const by = (least: number) =>
      new Set(
        exchanged
          .filter(({ answer }) => answer.status >= least && answer.status < least + 100)
          .map((one) => one.operation),
      );
    return {
      figures: {
        requests: exchanged.length,
        'operations with success': by(200).size,
        'operations with refusals': by(400).size,
      },
      problems: problems.list(),
    };
  } finally {
    through.close();
    direct.close();
    await proxy.stop();
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startPrism(folder: string, profile: PartialProfile, upstream: string) {
  const contract = join(folder, 'openapi.json');
  const { document } = loadContract(completeProfile(profile));
  await writeFile(contract, JSON.stringify({ ...document, servers: [{ url: upstream }] }));
  const port = await freePort();
  const child = spawn(prism, ['proxy', contract, upstream, '--port', String(port), '--no-validate-request'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  while (!said.includes('Prism is listening')) {
    if (child.exitCode !== null) throw new Error(`Prism did not start: ${said}`);
    await Promise.race([pause(20), ended]);
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** A port that nobody has just now. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
