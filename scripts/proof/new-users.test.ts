// Five kinds of new user, each with a task as a script, and the seconds that it takes. The fourth, an agent with its ten
// tasks, is in scripts/commands/agent-tasks.test.ts.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { pythonFolder } from '../../conformance/proof/others/python-server.ts';
import { findChromium, launchChromium } from '../../simulator/console/testing/chromium.ts';
import { createSandbox } from '../../simulator/sandbox.ts';
import { startReceiver } from '../../simulator/webhooks/testing/receiver.ts';
import { isProof } from '../../spec/testing/test-run.ts';
import { toolsFor } from '../sandbox/tools/tools-for.ts';
import { projectRoot, runTool } from '../terminal/run-tool.ts';
import { documentBlocks } from '../testing/document-blocks.ts';
import { installedPackage } from '../testing/installed-package.ts';
import { machineNode } from '../testing/machine-node.ts';
import { untrueMentions } from '../testing/mentioned-commands.ts';
import { machineEnvironment } from '../testing/run-on-machine.ts';
import { setUpOf } from '../testing/set-up-of.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { walkDocument } from '../testing/walk-document.ts';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const chromium = findChromium();
const read = (name: string): string => readFileSync(join(projectRoot, name), 'utf8');

/** A task whose seconds `npm run proof` publishes; those that take longer than a few are left to it. */
function task(title: string, { isPossible = true, isQuick = false }, run: () => Promise<unknown>): void {
  it.skipIf(!isPossible || !(isQuick || isProof))(title, { timeout: 600_000 }, async () => {
    const started = performance.now();
    await run();
    console.log(`task: ${title}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  });
}

task(
  'a lender integrates in Python: client, tests, receiver and both exams, by one page',
  { isPossible: has('python3') && has('pytest') },
  async () => {
    const { tarball, project } = await installedPackage();
    const page = read('docs/python.md');
    const cwd = join(folder, 'project');
    mkdirSync(cwd);
    const printed = await walkDocument('docs/python.md', page, {
      cwd,
      env: machineEnvironment(machineNode()),
      tarball,
      payrig: join(project, 'node_modules/.bin/payrig'),
      programs: ['python3', 'pytest'],
      setUp: setUpOf(page)!,
    });
    expect(printed).toContain('2 passed');
    expect(printed.match(/judged clauses pass/g)).toHaveLength(2);
  },
);

task(
  'a provider has a server in Python judged, is told the clause that one line breaks, mends it and passes',
  { isPossible: has('python3') },
  async () => {
    const place = join(folder, 'server');
    cpSync(pythonFolder, place, { recursive: true });
    const file = join(place, 'server/people_endpoints.py');
    const right = readFileSync(file, 'utf8');
    const wrong = right.replace('user.pop(name, None)', 'user[name] = user.get(name)');
    expect(wrong).not.toBe(right);
    const judged = async (source: string) => {
      writeFileSync(file, source);
      const server = spawn('python3', ['-B', '-m', 'server', '--port', '0', '--key', 'my-key'], {
        cwd: place,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      try {
        const url = await addressOf(server);
        const words = ['scripts/payrig.ts', 'check', url, '--api-key', 'my-key', '--only', 'users.*'];
        return await runTool(process.execPath, [...words, '--runs', '3'], { env: { NO_COLOR: '1' } });
      } finally {
        server.kill('SIGKILL');
      }
    };
    const broken = await judged(wrong);
    expect([broken.code, broken.stdout]).toEqual([
      1,
      expect.stringContaining('FAIL users.patch.null-unsets'),
    ]);
    const mended = await judged(right);
    expect([mended.code, mended.stdout]).toEqual([0, expect.stringContaining('judged clauses pass')]);
  },
);

async function addressOf(server: ChildProcess): Promise<string> {
  const [line] = await once(createInterface({ input: server.stdout! }), 'line');
  return /^listening on (http\S+)$/.exec(String(line))![1]!;
}

task(
  'a tester finds a fraud, a delivery, a fault and a verdict in the console, without a terminal',
  { isPossible: chromium !== undefined },
  async () => {
    const sandbox = await createSandbox({ tools: toolsFor({}), now: '2028-06-15T09:00:00Z', frozen: true });
    const receiver = await startReceiver((_, response) => response.writeHead(204).end());
    const browser = await launchChromium(chromium!);
    onTestFinished(async () => {
      await browser.close();
      await receiver.close();
      await sandbox.close();
    });
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    const goTo = (name: string) =>
      page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
    const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
    await page.goto(sandbox.url);
    await page.getByLabel('Search people').fill('fraud');
    await page.getByRole('link', { name: 'Sunita Rao' }).first().click();
    await page.getByRole('region', { name: 'The truth' }).getByText('inflated-net').first().waitFor();
    await goTo('Deliveries');
    await press('Make a subscription');
    await page.getByLabel('Receiver').fill(receiver.url);
    await press('Subscribe');
    await press('Test console-1');
    await page
      .getByRole('row', { name: /delivered/ })
      .first()
      .waitFor();
    await goTo('Faults');
    await press('Switch on Provider down for an hour');
    await page.getByText(/^3 faults on/).waitFor();
    await goTo('Clock');
    await press('A month');
    await page.getByRole('heading', { name: 'What happened on the way' }).waitFor();
    await goTo('Tools');
    await page.getByRole('textbox', { name: 'Receiver' }).fill(receiver.url);
    await press('Examine it');
    const report = page.getByTitle('Report of the exam').contentFrame();
    await report.getByRole('heading', { level: 1, name: /judged clauses? fail/ }).waitFor();
    expect(await report.locator('article.failure').first().innerText()).toContain('How to mend it');
  },
);

task(
  'a reader decides by README and Why: links and commands that there are, in two minutes',
  { isQuick: true },
  async () => {
    const pages = ['README.md', 'docs/why.md'];
    const anchorsOf = (name: string) =>
      [...read(name).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
        heading!
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N} -]/gu, '')
          .replaceAll(' ', '-'),
      );
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const name of pages) {
      const text = read(name);
      const wrong = [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
        if (/^https:\/\//.test(link)) return [];
        const [path = '', anchor] = link.split('#');
        const file = path === '' ? name : join(dirname(name), path);
        if (!existsSync(join(projectRoot, file))) return [link];
        return anchor !== undefined && !anchorsOf(file).includes(anchor) ? [link] : [];
      });
      expect([name, wrong, await untrueMentions(text)]).toEqual([name, [], []]);
      const named = [...text.matchAll(/\bnpm (?:run )?(start|test|[a-z-]+(?= --|`))/g)].map(
        ([, one]) => one!,
      );
      const known = [...Object.keys(scripts), 'install', 'pack', 'ci'];
      expect(named.filter((one) => !known.includes(one))).toEqual([]);
      const commands = documentBlocks(text).filter(({ language }) => language === 'sh');
      expect(commands.filter(({ mark }) => !(mark && 'prints' in mark))).toEqual([]);
    }
    // 240 words a minute.
    expect(read('docs/why.md').split(/\s+/).length).toBeLessThan(2 * 240);
  },
);
