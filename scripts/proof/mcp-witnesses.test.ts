// The protocol's own conformance suite and the inspector's command line against both transports.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../simulator/sandbox.ts';
import { sample } from '../../spec/testing/test-run.ts';
import { projectRoot, runTool } from '../terminal/run-tool.ts';

const modules = join(projectRoot, 'node_modules/@modelcontextprotocol');
let sandbox: Sandbox;
let url = '';
const out = mkdtempSync(join(tmpdir(), 'payrig-mcp-'));
/** The suite cannot send a key; everything else goes through as it came. */
const proxy = createServer((incoming, outgoing) => {
  const headers = { ...incoming.headers, 'x-api-key': sandbox.apiKey };
  const { hostname, port } = new URL(sandbox.url);
  const onward = request(
    { hostname, port, method: incoming.method, path: incoming.url, headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
});

beforeAll(async () => {
  sandbox = await createSandbox();
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
});

afterAll(async () => {
  proxy.close();
  proxy.closeAllConnections();
  await sandbox.close();
  rmSync(out, { recursive: true });
});

/** How many checks of a scenario succeeded, by the files that the suite wrote. */
function successesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const checks: { status: string }[] = files
    .filter((name) => name.endsWith('checks.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return checks.filter(({ status }) => status === 'SUCCESS').length;
}

/**
 * Scenarios for any server; the others call tools, resources and prompts that only the suite's own example has.
 * server-sse-multiple-streams checks nothing of a server without sessions.
 */
const scenarios = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'];

test.for(sample([...scenarios, 'dns-rebinding-protection'], 2))(
  'the conformance suite of the protocol passes %s',
  async (scenario) => {
    const results = join(out, scenario);
    const words = ['server', '--url', url, '--scenario', scenario, '--output-dir', results];
    const run = await runTool('node', [join(modules, 'conformance/dist/index.js'), ...words]);
    expect(run.code, run.stdout + run.stderr).toBe(0);
    // A scenario that checked nothing has shown nothing.
    expect(successesIn(results)).toBeGreaterThan(0);
  },
);

/** The inspector's command line reads the package.json of the inspector around it, so it gets one. */
function inspectorCli(): string {
  const around = join(projectRoot, 'node_modules/.cache/mcp-inspector');
  cpSync(join(modules, 'inspector-cli'), join(around, 'cli'), { recursive: true });
  writeFileSync(join(around, 'package.json'), '{ "name": "inspector", "version": "1.0.0" }');
  return join(around, 'cli/build/cli.js');
}

const inspections = [
  { method: 'tools/list', proves: '"check_deployment"' },
  { method: 'resources/list', proves: 'payrig://clauses' },
  { method: 'prompts/list', proves: '"integrate"' },
  { method: 'tools/call', more: ['--tool-name', 'read_clock'], proves: 'frozen' },
];
const cases = inspections.flatMap((one) => (['http', 'stdio'] as const).map((over) => ({ ...one, over })));

test.for(sample(cases, 2))(
  'the inspector reads $method over $over',
  async ({ over, method, more, proves }) => {
    const stdio = [process.execPath, join(projectRoot, 'scripts/payrig.ts'), 'mcp', '--url', sandbox.url];
    const target = over === 'http' ? [url, '--transport', 'http'] : stdio;
    const words = [inspectorCli(), '--cli', ...target, '--method', method, ...(more ?? [])];
    const run = await runTool('node', words);
    expect(run.code, run.stdout + run.stderr).toBe(0);
    expect(run.stdout).toContain(proves);
  },
);
