import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot, runTool } from '../terminal/run-tool.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { type Arrow, knotsIn } from './import-graph.ts';

const uses = (path: string): string => `import { thing } from '${path}'; export const other = thing;`;
const names = (path: string): string =>
  `import type { Thing } from '${path}'; export const other: Thing = 1;`;

/** Files that break a rule, and the rule; files that break none. */
const sources: { file: string; text: string; breaks?: string }[] = [
  { file: 'generators/thing.ts', text: 'export const thing = 1; export type Thing = 1;' },
  { file: 'simulator/sandbox.ts', text: 'export const thing = 1; export type Thing = 1;' },
  { file: 'simulator/http/thing.ts', text: 'export const thing = 1; export type Thing = 1;' },
  { file: 'conformance/target/thing.ts', text: 'export const thing = 1;' },
  { file: 'conformance/pact/thing.ts', text: 'export const thing = 1;' },
  { file: 'conformance/vitest.ts', text: uses('./target/thing.ts') },
  { file: 'spec/up.ts', text: uses('../generators/thing.ts'), breaks: 'spec-stands-alone' },
  { file: 'spec/up.test.ts', text: names('../generators/thing.ts'), breaks: 'spec-stands-alone' },
  {
    file: 'generators/up.ts',
    text: uses('../simulator/sandbox.ts'),
    breaks: 'generators-know-the-spec-only',
  },
  {
    file: 'simulator/store/up.ts',
    text: uses('../../conformance/target/thing.ts'),
    breaks: 'simulator-knows-no-conformance',
  },
  {
    file: 'conformance/suite/up.ts',
    text: uses('../../scripts/terminal/thing.ts'),
    breaks: 'conformance-knows-no-scripts',
  },
  {
    file: 'scripts/terminal/thing.ts',
    text: `${uses('../../simulator/http/thing.ts')} export { thing };`,
  },
  {
    file: 'conformance/checks/inside.ts',
    text: names('../../simulator/sandbox.ts'),
    breaks: 'conformance-reaches-a-simulator-by-url',
  },
  { file: 'conformance/checks/inside.test.ts', text: uses('../../simulator/sandbox.ts') },
  {
    file: 'conformance/proof/inside.ts',
    text:
      'export const thing = 1;' +
      uses('../../simulator/sandbox.ts').replace('thing', 'thing as sandbox').replace('= thing', '= sandbox'),
  },
  {
    file: 'conformance/checks/proof.ts',
    text: uses('../proof/inside.ts'),
    breaks: 'floor-of-conformance-checks',
  },
  { file: 'scripts/testing/thing.ts', text: 'export const thing = 1;' },
  { file: 'scripts/check/source.ts', text: uses('../testing/thing.ts'), breaks: 'sources-import-no-tests' },
  { file: 'scripts/check/source.test.ts', text: uses('../testing/thing.ts') },
  {
    file: 'spec/webhooks/library.ts',
    text: "import Ajv from 'ajv'; export const ajv = Ajv;",
    breaks: 'the-receiver-kit-needs-node-alone',
  },
  {
    file: 'spec/webhooks/node.ts',
    text: "import { createHmac } from 'node:crypto'; export const hmac = createHmac;",
  },
  {
    file: 'simulator/domain/express.ts',
    text: "import express from 'express'; export const app = express;",
    breaks: 'rules-are-pure',
  },
  { file: 'simulator/domain/up.ts', text: uses('../http/thing.ts'), breaks: 'floor-of-simulator-domain' },
  { file: 'simulator/domain/shape.ts', text: names('../http/thing.ts'), breaks: 'floor-of-simulator-domain' },
  { file: 'simulator/domain/up.test.ts', text: uses('../http/thing.ts') },
  {
    file: 'simulator/retrieval/beside.ts',
    text: uses('../http/thing.ts'),
    breaks: 'floor-of-simulator-retrieval',
  },
  { file: 'simulator/work/down.ts', text: uses('../http/thing.ts') },
  {
    file: 'simulator/attic/thing.ts',
    text: uses('../http/thing.ts'),
    breaks: 'every-room-of-simulator-has-a-floor',
  },
  {
    file: 'conformance/target/up.ts',
    text: uses('../pact/thing.ts'),
    breaks: 'floor-of-conformance-target',
  },
  { file: 'conformance/exam/beside.ts', text: uses('../pact/thing.ts'), breaks: 'floor-of-conformance-exam' },
  { file: 'conformance/suite/down.ts', text: uses('../pact/thing.ts') },
  {
    file: 'conformance/attic.ts',
    text: uses('./pact/thing.ts'),
    breaks: 'every-room-of-conformance-has-a-floor',
  },
  { file: 'scripts/check/down.ts', text: `${uses('../terminal/thing.ts')} export { thing };` },
  { file: 'scripts/bench/beside.ts', text: uses('../check/down.ts'), breaks: 'floor-of-scripts-bench' },
  { file: 'scripts/terminal/up.ts', text: uses('../check/down.ts'), breaks: 'floor-of-scripts-terminal' },
  {
    file: 'scripts/attic.ts',
    text: uses('./terminal/thing.ts'),
    breaks: 'every-room-of-scripts-has-a-floor',
  },
  {
    file: 'scripts/check/there.ts',
    text: "import { back } from './back.ts'; export const there = back;",
    breaks: 'no-cycles',
  },
  { file: 'scripts/check/back.ts', text: "import { there } from './there.ts'; export const back = there;" },
  {
    file: 'scripts/check/type-there.ts',
    text: "import { back } from './type-back.ts'; export type There = 1; export const there = back;",
    breaks: 'no-cycles',
  },
  {
    file: 'scripts/check/type-back.ts',
    text: "import type { There } from './type-there.ts'; export const back: There = 1;",
  },
  { file: 'scripts/check/nowhere.ts', text: uses('./missing.ts'), breaks: 'not-to-unresolvable' },
];

/** Lints a tree of such files with the project's configuration. */
async function violationsIn(tree: readonly { file: string; text: string }[]): Promise<string[]> {
  const root = await temporaryFolder();
  for (const { file, text } of tree) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json'])
    await cp(join(projectRoot, file), join(root, file));
  await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  const folders = [...new Set(tree.map(({ file }) => file.split('/')[0] ?? ''))];
  const { stdout } = await runTool('depcruise', ['--output-type', 'json', ...folders], { cwd: root });
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string }; from: string }[] };
  };
  return summary.violations.map(({ rule, from }) => `${from}: ${rule.name}`);
}

test('the lint of the import graph finds each import against the direction, and no other', async () => {
  const violations = await violationsIn(sources);
  const expected = sources.flatMap(({ file, breaks }) => (breaks ? [`${file}: ${breaks}`] : []));
  // The linter reports a cycle once, from either end.
  const reported = violations.map((violation) =>
    violation.replace(/^scripts\/check\/(type-)?back\.ts: no-cycles/, 'scripts/check/$1there.ts: no-cycles'),
  );
  expect([...new Set(reported)].sort()).toEqual(expected.sort());
});

test('folders that import each other are in a knot, also where no files do', () => {
  const oneWay: Arrow[] = [
    ['top/a/up.ts', 'top/b/thing.ts'],
    ['top/index.ts', 'top/a/up.ts'],
  ];
  expect(knotsIn('top', oneWay)).toEqual({ folders: [], subfolders: [], bothWays: [] });
  const back = knotsIn('top', [...oneWay, ['top/b/back.ts', 'top/a/thing.ts']]);
  expect(back).toEqual({ folders: ['top/a', 'top/b'], subfolders: ['top/a', 'top/b'], bothWays: [] });
  const toTheRoot = knotsIn('top', [...oneWay, ['top/b/thing.ts', 'top/cellar.ts']]);
  expect(toTheRoot.folders).toEqual(['top', 'top/a', 'top/b']);
});

test('a folder and its own subfolder that import each other are in a knot', () => {
  const arrows: Arrow[] = [
    ['top/a/index.ts', 'top/a/part/one.ts'],
    ['top/a/part/two.ts', 'top/a/shared.ts'],
  ];
  expect(knotsIn('top', arrows)).toEqual({
    folders: [],
    subfolders: ['top/a', 'top/a/part'],
    bothWays: ['top/a/part'],
  });
});
