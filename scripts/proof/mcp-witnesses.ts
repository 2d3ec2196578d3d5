// A step of `npm run proof`: the protocol's own conformance suite and the inspector's command line against both transports.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../../simulator/sandbox.ts';
import { projectRoot, runTool } from '../terminal/run-tool.ts';

/**
 * Scenarios for any server; the others call tools, resources and prompts that only the suite's own example has.
 * server-sse-multiple-streams checks nothing of a server without sessions.
 */
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];
const inspections = [
  { method: 'tools/list', proves: '"check_deployment"' },
  { method: 'resources/list', proves: 'payrig://clauses' },
  { method: 'prompts/list', proves: '"integrate"' },
  { method: 'tools/call', more: ['--tool-name', 'read_clock'], proves: 'frozen' },
];

const modules = join(projectRoot, 'node_modules/@modelcontextprotocol');

/** The inspector's command line reads the package.json of the inspector around it, so it gets one. */
function inspectorCli(): string {
  const around = join(projectRoot, 'node_modules/.cache/mcp-inspector');
  cpSync(join(modules, 'inspector-cli'), join(around, 'cli'), { recursive: true });
  writeFileSync(join(around, 'package.json'), '{ "name": "inspector", "version": "1.0.0" }');
  return join(around, 'cli/build/cli.js');
}

/** How many checks of a scenario succeeded, by the files that the suite wrote. */
function successesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const checks: { status: string }[] = files
    .filter((name) => name.endsWith('checks.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return checks.filter(({ status }) => status === 'SUCCESS').length;
}

const sandbox = await createSandbox();
const proxy = createServer((incoming, outgoing) => {
  // The suite cannot send a key; everything else goes through as it came.
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
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
const out = mkdtempSync(join(tmpdir(), 'payrig-mcp-'));
let failed = 0;
const tell = (passed: boolean, name: string, detail: string): void => {
  if (!passed) failed += 1;
  console.log(`${passed ? 'passed' : 'FAILED'} ${name}${passed ? '' : `\n${detail.slice(-1500)}`}`);
};
try {
  for (const scenario of scenarios) {
    const words = [
      join(modules, 'conformance/dist/index.js'),
      'server',
      '--url',
      url,
      '--scenario',
      scenario,
    ];
    const results = join(out, scenario);
    const { code, stdout, stderr } = await runTool('node', [...words, '--output-dir', results]);
    // A scenario that checked nothing has shown nothing.
    const succeeded = successesIn(results);
    tell(
      code === 0 && succeeded > 0,
      `conformance: ${scenario} (succeeded checks: ${succeeded})`,
      stdout + stderr,
    );
  }
  const transports = {
    http: [url, '--transport', 'http'],
    stdio: [process.execPath, join(projectRoot, 'scripts/payrig.ts'), 'mcp', '--url', sandbox.url],
  };
  const inspector = inspectorCli();
  for (const [name, target] of Object.entries(transports))
    for (const { method, more = [], proves } of inspections) {
      const words = [inspector, '--cli', ...target, '--method', method, ...more];
      const { code, stdout, stderr } = await runTool('node', words);
      tell(code === 0 && stdout.includes(proves), `inspector over ${name}: ${method}`, stdout + stderr);
    }
  const all = scenarios.length + 2 * inspections.length;
  console.log(`${all - failed} of ${all} witnesses of the Model Context Protocol are content.`);
} finally {
  proxy.close();
  proxy.closeAllConnections();
  await sandbox.close();
  rmSync(out, { recursive: true });
}
process.exitCode = failed === 0 ? 0 : 1;
