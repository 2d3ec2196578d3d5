import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadContract } from '../../spec/contract.ts';
import { defaultProfile } from '../../spec/profile.ts';
import { sample } from '../../spec/testing/test-run.ts';
import { compiler, projectRoot, runTool } from '../terminal/run-tool.ts';
import { documentBlocks } from '../testing/document-blocks.ts';
import { installLocked } from '../testing/install-locked.ts';
import { installedPackage } from '../testing/installed-package.ts';
import { type MachineRun, machineEnvironment, runOnMachine } from '../testing/run-on-machine.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

// What a user gets who installs the package into an empty project.
const { exports, version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  version: string;
  exports: Record<string, string | { types: string; default: string }>;
};
const installed = 'node_modules/payrig';
/** What npx runs, without the second that npx takes to find it. */
const payrig = join('node_modules', '.bin', 'payrig');
const node24 = join(projectRoot, 'node_modules/node/bin/node');
let project: string;
let tarball: string;
let folder: string;

async function succeed(run: Promise<MachineRun>): Promise<string> {
  const { code, stdout, stderr } = await run;
  if (code !== 0) throw new Error(`Exit code ${code}:\n${stdout}\n${stderr}`);
  return stdout;
}

const script = (text: string): Promise<string> =>
  succeed(runOnMachine('node', ['--input-type=module', '--eval', text], project));

beforeAll(async () => {
  folder = await temporaryFolder();
  ({ project, tarball } = await installedPackage());
}, 180_000);

describe('the package', () => {
  it('holds what runs, and neither tests nor sources', async () => {
    const files = await readdir(join(project, installed), { recursive: true });
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md']));
    const surplus =
      /\.test\.|(^|\/)(testing|mutants|variants|resilience|defects|bench)\/|(?<!\.d)\.ts$|scripts\/(build|check|generate)\.js$/;
    expect(files.filter((file) => surplus.test(file))).toEqual([]);
  });

  it('takes less than 80 MB with all that it needs', async () => {
    const files = await readdir(join(project, 'node_modules'), { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      files
        .filter((file) => file.isFile() || file.isDirectory())
        .map((file) => stat(join(file.parentPath, file.name))),
    );
    // What it takes on the disk, not what is written in it.
    expect(sizes.reduce((sum, { blocks }) => sum + blocks * 512, 0) / 2 ** 20).toBeLessThan(80);
  });

  it('has documents whose links lead to files of the package, or to the repository', async () => {
    const shipped = (await readdir(join(project, installed), { recursive: true })).filter((file) =>
      file.endsWith('.md'),
    );
    const documents = shipped.filter((file) => !file.startsWith('dist'));
    const broken = documents.flatMap((document) =>
      [...readFileSync(join(project, installed, document), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link]) => link!.replace(/#.*/, ''))
        .filter((link) => !/^$|^(https?|mailto):/.test(link))
        .filter((link) => !existsSync(join(project, installed, dirname(document), link)))
        .map((link) => `${document}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('brings no test runner and no pact along', () => {
    for (const peer of ['vitest', '@pact-foundation', '@pactflow'])
      expect(existsSync(join(project, 'node_modules', peer))).toBe(false);
  });

  it('has a file behind every export', () => {
    const targets = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    );
    expect(targets.filter((target) => !existsSync(join(project, installed, target)))).toEqual([]);
  });

  it('can be imported by every export that is code', async () => {
    const code = Object.keys(exports).filter((name) => typeof exports[name] !== 'string');
    const names = code.map((name) => `payrig${name.slice(1)}`);
    const out = await script(`
      for (const name of ${JSON.stringify(names)}) {
        const module = await import(name);
        console.log(name, Object.keys(module).length > 0);
      }`);
    expect(out.trim().split('\n')).toEqual(names.map((name) => `${name} true`));
  });

  it('runs as npx payrig', async () => {
    const [told, contract, wrong, completion] = await Promise.all([
      runOnMachine('npx', ['payrig', '--version'], project),
      runOnMachine(payrig, ['spec', '--format', 'json'], project),
      runOnMachine(payrig, ['speck'], project),
      runOnMachine(payrig, ['completion', 'bash'], project),
    ]);
    expect(told).toMatchObject({ code: 0, stdout: `${version}\n` });
    expect(JSON.parse(contract.stdout)).toEqual(loadContract(defaultProfile()).document);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(completion).toMatchObject({ code: 0, stdout: expect.stringContaining('payrig') });
  });

  it('gives a client and a receiver that work', async () => {
    const out = await script(`
      import { createServer } from 'node:http';
      import { createPayrollClient, unwrap } from 'payrig/client';
      import { sign, verify } from 'payrig/webhooks';
      const server = createServer((request, response) => {
        response.writeHead(404, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ errors: [request.headers['x-api-key']] }));
      }).listen(0, '127.0.0.1', async () => {
        const baseUrl = 'http://127.0.0.1:' + server.address().port;
        const client = createPayrollClient({ baseUrl, apiKey: 'the key' });
        await unwrap(client.GET('/users')).catch((error) => console.log(error.errors[0]));
        server.close();
        server.closeAllConnections();
      });
      const signature = sign('a body', 'a secret');
      console.log(verify('a body', signature, 'a secret'), verify('another', signature, 'a secret'));
    `);
    expect(out.trim().split('\n').sort()).toEqual(['the key', 'true false']);
  });

  it('gives a sandbox that runs', async () => {
    const out = await script(`
      import { createPayrollClient, createSandbox, unwrap } from 'payrig';
      const sandbox = await createSandbox();
      const client = createPayrollClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
      const { users } = await unwrap(client.GET('/users', { params: { query: { limit: 3 } } }));
      console.log(users.length);
      const script = await fetch(sandbox.url + '/console/assets/console.js');
      console.log(script.status, (await script.text()).length > 10_000);
      await sandbox.close();
    `);
    expect(out).toBe('3\n200 true\n');
  });

  it('sends many requests at once without a warning', async () => {
    const out = await script(`
      import { createServer } from 'node:http';
      import { Transport } from './node_modules/payrig/dist/conformance/target/transport.js';
      process.on('warning', ({ name }) => console.log(name));
      const held = [];
      const server = createServer((_, response) => {
        if (held.push(response) === 20) for (const one of held) one.end();
      }).listen(0, '127.0.0.1', async () => {
        const signal = new AbortController().signal;
        const transport = new Transport({ timeoutMs: 9000, concurrency: 20, signal, sleep: async () => {} });
        const url = 'http://127.0.0.1:' + server.address().port + '/';
        await Promise.all(Array.from({ length: 20 }, () => transport.send({ method: 'GET', url, headers: {} })));
        console.log('answered');
        transport.close();
        server.close();
      });
    `);
    expect(out).toBe('answered\n');
  });
});

/** What the contract does not have does not compile. */
const consumer = `
  import { createPayrollClient, unwrap } from 'payrig/client';
  import { completeProfile } from 'payrig/profile';
  import { createSandbox } from 'payrig/sandbox';
  const client = createPayrollClient({ baseUrl: 'http://127.0.0.1' });
  completeProfile({ naming: { vendor: 'acme' } }).points['users.list.default-limit'].toFixed();
  const { users } = await unwrap(client.GET('/users'));
  users[0]?.surname?.toUpperCase();
  await createSandbox({ users: 3 }).then((sandbox) => sandbox.close());
  // @ts-expect-error There is no such path.
  client.GET('/user');
  // @ts-expect-error There is no such field.
  users[0]?.colour;
  // @ts-expect-error There is no such option.
  createSandbox({ colour: 'red' });
`;

/** Compiles files under the strictest settings, with the types that the package declares. */
async function compile(folder: string, files: readonly string[]): Promise<void> {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    module: 'nodenext',
    target: 'es2023',
    // A TypeScript project for Node has these; the package refers to them and does not bring them.
    typeRoots: [join(projectRoot, 'node_modules/@types')],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { code, stdout } = await runTool('node', [compiler], { cwd: folder });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
}

describe('a sandbox that npx has started', () => {
  it('runs the tools of the package', async () => {
    const sandbox = spawn('npx', ['payrig', 'sandbox', '--port', '0', '--ephemeral', '--quiet'], {
      cwd: project,
      env: machineEnvironment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const [first] = await once(sandbox.stdout, 'data');
      const headers = { 'x-api-key': 'sandbox-key', 'content-type': 'application/json' };
      const runs = `${String(first).trim()}/_sandbox/runs`;
      const body = JSON.stringify({ tool: 'spec', format: 'asyncapi' });
      expect((await fetch(runs, { method: 'POST', headers, body })).status).toBe(201);
      const files = async () => {
        const listed = (await (await fetch(runs, { headers })).json()) as {
          runs: { exit_code: number | null; files: { url: string }[] }[];
        };
        expect(listed.runs[0]?.exit_code).toBe(0);
        return listed.runs[0]!.files;
      };
      const [file] = await vi.waitFor(files, { timeout: 20_000, interval: 100 });
      expect(await (await fetch(file!.url)).text()).toMatch(/^asyncapi: /);
    } finally {
      sandbox.kill('SIGTERM');
    }
  });

  const endings = [
    ['a SIGTERM to npx', 'SIGTERM', 'npx'],
    ['a SIGKILL to npx', 'SIGKILL', 'npx'],
    // A terminal sends it to everything that runs in front; npm ignores it, and leaves it to what it has started.
    ['a Ctrl-C', 'SIGINT', 'all'],
  ] as const;
  it.concurrent.each(sample(endings, 1))('ends with %s', async (_, signal, who) => {
    const npx = spawn('npx', ['payrig', 'sandbox', '--port', '0', '--ephemeral', '--quiet'], {
      cwd: project,
      env: machineEnvironment(),
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    const kill = (name: NodeJS.Signals, pid: number): void => {
      try {
        process.kill(pid, name);
      } catch {
        // Nothing is left of it.
      }
    };
    try {
      const [first] = await once(npx.stdout, 'data');
      const health = `${String(first).trim()}/_sandbox/health`;
      expect((await fetch(health)).status).toBe(200);
      kill(signal, who === 'all' ? -npx.pid! : npx.pid!);
      const isThere = (): Promise<boolean> =>
        fetch(health).then(
          () => true,
          () => false,
        );
      await vi.waitFor(async () => expect(await isThere()).toBe(false), { timeout: 20_000, interval: 100 });
    } finally {
      kill('SIGKILL', -npx.pid!);
    }
  });
});

it('the tests that the README shows and that pact init writes are typed, and pass where their libraries are', async () => {
  const own = join(folder, 'with-peers');
  await mkdir(own);
  await writeFile(join(own, 'package.json'), '{ "private": true, "type": "module" }');
  installLocked(own, ['payrig'], tarball);
  for (const peer of ['vitest', '@pact-foundation'])
    await symlink(join(projectRoot, 'node_modules', peer), join(own, 'node_modules', peer));
  const { mark, text } = documentBlocks(readFileSync(join(own, installed, 'README.md'), 'utf8')).find(
    (block) => block.mark?.kind === 'file' && block.mark.name.endsWith('.test.ts'),
  )!;
  const name = mark?.kind === 'file' ? mark.name : '';
  await writeFile(join(own, name), text);
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
  await succeed(runOnMachine(payrig, ['pact', 'init'], own, node24));
  expect(await runOnMachine(payrig, ['pact', 'init'], own, node24)).toMatchObject({ code: 2 });
  const run = await runOnMachine('node', [vitest, 'run', name, 'payroll.pact.test.ts'], own, node24);
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('3 passed') });
  await writeFile(join(own, 'consumer.ts'), consumer);
  await compile(own, ['consumer.ts', 'payroll.pact.test.ts', name]);
}, 180_000);
