import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, type HttpRequest } from '../../spec/caller.ts';
import { loadArrangementContract, loadContract } from '../../spec/contract.ts';
import { resolve } from '../../spec/openapi-document.ts';
import { defaultProfile } from '../../spec/profile.ts';
import { type CodeLanguage, requestCode } from '../../spec/request-code.ts';
import { sample } from '../../spec/testing/test-run.ts';
import { type Arranging, arranging } from '../arrangement/testing/arranging.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'payrig-copied-code-'));
let at: Arranging;
beforeAll(async () => {
  at = await arranging();
});
afterAll(async () => {
  await at.close();
  rmSync(folder, { recursive: true });
});

const userId = '5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30';
/** Texts that end a literal, or mean something else in one of the languages. */
const nasty = 'a "quote", it\'s \\u0041 \\n $x %s {0} £ 字\n"""\u2028`';

/** Every operation, with the example of its body, and then what a tester may send besides. */
const requests: HttpRequest[] = [loadContract(defaultProfile()), loadArrangementContract()].flatMap(
  ({ operations, document }) =>
    [...operations.values()].map(({ id, method, path, body, parameters }): HttpRequest => {
      const names = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      const { example } = body ? resolve(document, body.pointer.replace(/\/schema$/, '')) : {};
      return {
        method: method.toUpperCase(),
        path,
        params: names.length > 0 ? Object.fromEntries(names.map((name) => [name, userId])) : undefined,
        body: body ? (example ?? {}) : undefined,
        asUser: id === 'queryPayrollConnection' ? userId : undefined,
      };
    }),
);
const sent: HttpRequest[] = [
  { method: 'GET', path: '/users', query: { limit: 1, offset: 2 } },
  { method: 'GET', path: '/users?limit=1' },
  { method: 'PATCH', path: '/users/{user_id}', params: { user_id: 'a b/ü"\'' }, body: { forename: nasty } },
  { method: 'POST', path: '/webhooks?x=%7Ba%7D', body: { name: nasty, list: [true, null, 1.5] } },
  { method: 'DELETE', path: '/webhooks/{webhook_id}', params: { webhook_id: userId } },
];
requests.push(...sent, {
  method: 'POST',
  path: '/_sandbox/scenarios',
  yaml: `key: x\ndescription: ${nasty}`,
});

const codes = (language: CodeLanguage, of: readonly HttpRequest[] = requests): string[] =>
  of.map((request) =>
    requestCode(language, request, {
      origin: at.sandbox.url,
      apiKey: at.sandbox.apiKey,
      needsSandboxKey: true,
    }),
  );

const works = (command: string, ...words: string[]): boolean => spawnSync(command, words).status === 0;

const execute = promisify(execFile);

/** Without a locale, a compiler may take a file for ASCII. */
const environment = { ...process.env, LC_ALL: 'C', USER_TOKEN: 'x', SANDBOX_KEY: 'door-key' };

/** The sandbox answers in this process, which therefore must not wait for the command. */
const run = (command: string, words: readonly string[], cwd = folder) =>
  execute(command, words, { cwd, env: environment });

function written(name: string, texts: readonly string[], file: (index: number) => string): string {
  const place = join(folder, name);
  mkdirSync(place, { recursive: true });
  for (const [index, text] of texts.entries()) {
    mkdirSync(join(place, file(index), '..'), { recursive: true });
    writeFileSync(join(place, file(index)), text);
  }
  return place;
}

/** What reached the sandbox of the requests in `sent`, newest last. */
async function arrived(): Promise<unknown[]> {
  const { requests: entries } = (await at.call('GET', '/_sandbox/requests')).body;
  type Entry = { method: string; path: string; query: string; request_body?: unknown };
  return entries
    .reverse()
    .map(({ method, path, query, request_body = null }: Entry) => [method, path, query, request_body]);
}

const isSame = (request: HttpRequest): unknown[] => {
  const { pathname, search } = new URL(at.sandbox.url + addressOf(request));
  const hasBody = request.body !== undefined;
  return [request.method, pathname, search.slice(1), hasBody ? request.body : null];
};

async function expectSent(
  language: CodeLanguage,
  send: (code: string, index: number) => Promise<unknown>,
): Promise<void> {
  await at.call('DELETE', '/_sandbox/requests');
  const texts = codes(language, sent);
  for (const [index, text] of texts.entries()) await send(text, index);
  expect(await arrived()).toEqual(sent.map(isSame));
}

/** The programs as methods of one class: Mono's compiler, which Debian has, is older than statements outside of one. */
function oldCsharp(programs: readonly string[]): string {
  const methods = programs.map((code, index) => {
    const statements = code.replace(/^using [\w.]+;$/gm, '').replace('using var', 'var');
    return `static async Task Call${index}() {${statements}\n}`;
  });
  const all = programs.map((_, index) => `Call${index}`).join(', ');
  return `using System; using System.Net.Http; using System.Text; using System.Threading.Tasks;
class Calls { ${methods.join('\n')}
static void Main(string[] args) { new Func<Task>[] { ${all} }[int.Parse(args[0])]().Wait(); } }`;
}

const tried: (() => void)[] = [];

/** A test that needs a tool of the machine; without the tool Vitest skips it and the title says why. */
function withTool(language: string, tool: string, isThere: boolean, test: () => unknown): void {
  const title = `${language} that is copied compiles, and sends the request`;
  if (isThere) tried.push(() => it(title, test, 240_000));
  else it.skip(`${title} (left out: ${tool} was not found)`, test);
}

withTool('TypeScript', 'tsc', true, async () => {
  const typed = codes('TypeScript').map((code) => code.replace('payrig/client', `${root}spec/client.ts`));
  const place = written('typescript', typed, (index) => `call-${index}.ts`);
  const config = {
    extends: `${root}tsconfig.json`,
    include: [place],
    compilerOptions: {
      incremental: false,
      tsBuildInfoFile: null,
      moduleDetection: 'force',
      rewriteRelativeImportExtensions: false,
      typeRoots: [`${root}node_modules/@types`],
    },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const compiler = [`${root}node_modules/typescript/bin/tsc`, '-p', folder];
  expect((await run(process.execPath, compiler).catch((error) => error)).stdout).toBe('');
  await expectSent('TypeScript', async (code, index) => {
    const text = code.replace('payrig/client', `${root}spec/client.ts`);
    const script = join(
      written('typescript-run', [text], () => `call-${index}.ts`),
      `call-${index}.ts`,
    );
    // A refusal is thrown by the typed client.
    await run(process.execPath, [script]).catch(({ stderr }) => expect(stderr).toContain('ServiceError'));
  });
});

withTool('curl', 'curl', works('curl', '--version'), () =>
  expectSent('curl', (code) => run('sh', ['-c', code])),
);

withTool('Python', 'python3 with requests', works('python3', '-c', 'import requests'), async () => {
  const place = written('python', codes('Python'), (index) => `call_${index}.py`);
  await run('python3', ['-m', 'compileall', '-q', place]);
  await expectSent('Python', (code) => run('python3', ['-c', code]));
});

withTool('Java', 'javac', works('javac', '-version'), async () => {
  const named = codes('Java').map((code, index) => code.replace('class Call', `class Call${index}`));
  const place = written('java', named, (index) => `Call${index}.java`);
  await run('javac', [
    '-d',
    join(folder, 'classes'),
    ...named.map((_, index) => join(place, `Call${index}.java`)),
  ]);
  const first = requests.indexOf(sent[0]!);
  await expectSent('Java', (_, index) =>
    run('java', ['-cp', join(folder, 'classes'), `Call${first + index}`]),
  );
});

withTool('Go', 'go', works('go', 'version'), async () => {
  const place = written('go', codes('Go'), (index) => `call${index}/main.go`);
  writeFileSync(join(place, 'go.mod'), 'module calls\n\ngo 1.20\n');
  await run('go', ['vet', './...'], place);
  const first = requests.indexOf(sent[0]!);
  await expectSent('Go', (_, index) => run('go', ['run', `./call${first + index}`], place));
});

const hasDotnet = works('dotnet', '--version');
// Debian's mono-mcs comes without System.Net.Http, so the version of the compiler is not enough to ask for.
const probe = join(
  written('csharp-probe', ['class Probe {}'], () => 'Probe.cs'),
  'Probe.cs',
);
const hasMono = works('mcs', '-r:System.Net.Http', '-target:library', `-out:${probe}.dll`, probe);
withTool('C#', 'dotnet or mcs with System.Net.Http', hasDotnet || hasMono, async () => {
  if (hasDotnet) {
    const project = `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType>
<TargetFramework>net8.0</TargetFramework><RollForward>Major</RollForward></PropertyGroup></Project>`;
    await expectSent('C#', (code, index) => {
      const place = written(`csharp-${index}`, [code], () => 'Program.cs');
      writeFileSync(join(place, 'call.csproj'), project);
      return run('dotnet', ['run'], place);
    });
    return;
  }
  const place = written('csharp', [oldCsharp(codes('C#'))], () => 'Calls.cs');
  await run('mcs', ['-r:System.Net.Http', 'Calls.cs'], place);
  const first = requests.indexOf(sent[0]!);
  await expectSent('C#', (_, index) => run('mono', ['Calls.exe', String(first + index)], place));
});

// The languages that this machine can run: two of them here, all of them in `npm run proof`.
for (const register of sample(tried, 2)) register();
