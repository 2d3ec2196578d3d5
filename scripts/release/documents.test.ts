import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { BrokerStandIn } from '../../conformance/pact/testing/broker-stand-in.ts';
import { extractStatement } from '../../generators/statements/extract.ts';
import { postgresDatabase } from '../../simulator/store/testing/postgres-place.ts';
import { areaOf, loadClauses } from '../../spec/clauses.ts';
import { isProof, sample } from '../../spec/testing/test-run.ts';
import { readConfig } from '../sandbox/resolve-settings.ts';
import { projectRoot } from '../terminal/run-tool.ts';
import { documentBlocks } from '../testing/document-blocks.ts';
import { type InstalledPackage, installedPackage } from '../testing/installed-package.ts';
import { machineNode } from '../testing/machine-node.ts';
import { untrueMentions } from '../testing/mentioned-commands.ts';
import { machineEnvironment } from '../testing/run-on-machine.ts';
import { setUpOf } from '../testing/set-up-of.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { type WalkOptions, walkDocument } from '../testing/walk-document.ts';

const read = (name: string): string => readFileSync(join(projectRoot, name), 'utf8');
const guides = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);
const documents = ['README.md', ...guides];

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

describe.each(documents)('%s', (name) => {
  const blocks = documentBlocks(read(name));

  it('has every command run by a test', () => {
    const commands = blocks.filter(({ language }) => ['sh', 'bash', 'console'].includes(language));
    const notRun = commands.filter(({ mark }) => !(mark && 'prints' in mark));
    expect(notRun.map(({ line, text }) => `${name}:${line} ${text.split('\n')[0]}`)).toEqual([]);
  });

  it('speaks of commands and options that there are', async () => {
    expect(await untrueMentions(read(name))).toEqual([]);
  });

  it('says nothing that a release makes untrue', () => {
    const untrue =
      /once it is published|not on the npm registry|before (?:its|the) first release|works today/gi;
    expect(read(name).match(untrue)).toBeNull();
  });

  it('leads to files that are there', () => {
    const links = [...read(name).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
    const own = /^https:\/\/github\.com\/payrig\/payrig\/(?:blob|tree)\/main\/([^#]+)/;
    const missing = links.filter((link) => {
      const path = own.exec(link)?.[1] ?? join(dirname(name), link.replace(/#.*/, ''));
      return (own.test(link) || !/^(https?:|#|mailto:)/.test(link)) && !existsSync(join(projectRoot, path));
    });
    expect(missing).toEqual([]);
  });

  it('has config files that a sandbox takes', async () => {
    for (const { mark, text } of blocks) {
      if (mark?.kind !== 'file' || !/sandbox.*\.json$/.test(mark.name)) continue;
      const file = join(folder, mark.name);
      await writeFile(file, text);
      expect(await readConfig(file)).toBeTypeOf('object');
    }
  });
});

/** What a document needs beyond a sandbox, and what is to be seen when it was walked. */
type Surroundings = Partial<WalkOptions> & {
  after?: (printed: string, cwd: string) => Promise<unknown>;
  close?: () => Promise<unknown>;
};

const surroundings: Record<string, () => Promise<Surroundings>> = {
  'docs/pact.md': async () => {
    const broker = await BrokerStandIn.start();
    const token = 'a-token-nobody-may-see';
    broker.authorization = `Bearer ${token}`;
    return {
      close: () => broker.close(),
      standIns: { 'https://broker.example': broker.url, 'https://tunnel.example': 'http://127.0.0.1:8080' },
      env: { PACT_BROKER_TOKEN: token, GITHUB_TOKEN: 'of-github' },
      prelude:
        'git init -q -b main . && git -c user.name=me -c user.email=me@example.test commit -q --allow-empty -m first',
      after: async (printed) => {
        expect(printed).not.toContain(token);
        expect(broker.memory.webhooks).toMatchObject([
          {
            events: [{ name: 'contract_requiring_verification_published' }],
            request: {
              url: 'https://api.github.com/repos/my-org/payroll-service/dispatches',
              headers: { Accept: 'application/vnd.github+json', Authorization: 'Bearer of-github' },
            },
          },
        ]);
        expect(broker.memory.deployments).toMatchObject([{ pacticipant: 'payroll-service' }]);
        expect(broker.memory.providerContracts).toMatchObject([{ success: true }]);
      },
    };
  },
  'docs/shared-sandbox.md': async () => {
    const database = await postgresDatabase();
    return {
      close: () => database.remove(),
      standIns: { 'postgres://payrig:secret@db.example:5432/payrig': database.url },
    };
  },
  // The clone that the README begins with.
  'README.md': async () => ({
    prelude: 'git clone -q --depth 1 https://github.com/payrig/payrig.git ../payrig',
  }),
  'docs/scenarios.md': async () => ({
    after: async (_, cwd) => {
      const drawn = await extractStatement(await readFile(join(cwd, 'statement.pdf')));
      expect(JSON.stringify(drawn)).toContain('Olu Adair');
    },
  }),
};

const oldNode = machineNode();
const newNode = join(projectRoot, 'node_modules/node/bin/node');
const runs = (name: string): boolean =>
  documentBlocks(read(name)).some(({ mark }) => mark && 'prints' in mark);
const walked = guides.filter(runs);
/**
 * `npm test` walks the README, and one of the guides on the older Node, which compiles everything anew with each command;
 * `npm run proof` walks every document on both versions of Node.
 */
const walks: [name: string, node: string][] = [
  ['README.md', newNode],
  ...(isProof ? walked.map((name): [string, string] => [name, newNode]) : []),
  ...(isProof ? [['README.md', oldNode] as [string, string]] : []),
  ...sample(walked, 1).map((name): [string, string] => [name, oldNode]),
];
/** `npm test` judges some areas in its walks, and every clause in sandbox.conformance.ts; `npm run proof` judges all in each. */
const areas = [...new Set(loadClauses().map(({ id }) => areaOf(id)))].filter((area) => area !== 'users');
const judged = sample(areas, 3);
const notJudged = areas
  .filter((area) => !judged.includes(area))
  .map((area) => `${area}.*`)
  .join(',');
const versionOf = (node: string): number =>
  Number(/\d+/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))![0]);
const programs = ['python3', 'pytest', 'junit5'].filter((name) =>
  name === 'junit5'
    ? existsSync('/usr/share/java/junit-platform-console.jar')
    : spawnSync(name, ['--version']).status === 0,
);

describe('a reader who pastes the blocks one after the other', () => {
  let installed: InstalledPackage;
  beforeAll(async () => {
    installed = await installedPackage();
  }, 180_000);

  // Two at a time, the longest first: each has processes of its own.
  const lanes = [Promise.resolve(), Promise.resolve()];
  const titled = walks.map(([name, node], index) => ({ name, node, index, version: versionOf(node) }));

  it.concurrent.for(titled)('gets through $name on Node $version', { timeout: 600_000 }, (walk, context) => {
    const lane = walk.index % lanes.length;
    const walked = lanes[lane]!.then(() => walkAs(walk, context));
    lanes[lane] = walked.catch(() => {});
    return walked;
  });

  async function walkAs(
    { name, node, version }: (typeof titled)[number],
    context: TestContext,
  ): Promise<void> {
    const needed = documentBlocks(read(name)).flatMap(({ mark }) => (mark && 'prints' in mark ? [mark] : []));
    // Those with containers are in container.test.ts.
    const missing = needed.find(({ program }) => program && ![...programs, 'docker'].includes(program));
    if (missing) context.skip(`${missing.program} is not installed`);
    // An empty folder: there is no other way in than what the page says.
    const cwd = join(folder, `${name} ${version}`.replace(/\W+/g, '-'), 'project');
    await mkdir(cwd, { recursive: true });
    const setUp = setUpOf(read(name));
    const { env = {}, after, close, ...more } = (await surroundings[name]?.()) ?? {};
    context.onTestFinished(async () => void (await close?.()));
    const printed = await walkDocument(name, read(name), {
      cwd,
      // With fewer inputs than a reader would have: there are seven whole checks.
      env: { ...machineEnvironment(node), PAYRIG_RUNS: '1', ...env },
      node: version,
      tarball: installed.tarball,
      payrig: join(installed.project, 'node_modules/.bin/payrig'),
      skip: notJudged,
      programs,
      ...(setUp !== undefined && { setUp }),
      ...more,
    });
    await after?.(printed, cwd);
  }
});
