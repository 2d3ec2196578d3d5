import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { keyOf, newKeys, opened, signed } from '../../conformance/attest/envelope.ts';
import { runTool } from '../terminal/run-tool.ts';
import { writeRelease } from './write-release.ts';

type Packed = {
  filename: string;
  integrity: string;
  size: number;
  unpackedSize: number;
  files: { path: string }[];
};

/** Makes all that a release would publish in a folder of its own, and says what it would publish; changes nothing else. */
export async function rehearse(root: string, version: string, folder: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const entries = await packVersion(root, version, folder);
  const packed = await pack(folder, join(folder, 'package'), ['--ignore-scripts']);
  const count = new Map<string, number>();
  for (const { path } of packed.files) {
    const top = path.split('/').slice(0, -1)[0] ?? path;
    count.set(top, (count.get(top) ?? 0) + 1);
  }
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  const rows = [
    ['Package', `${packed.filename}, ${megabytes(packed.size)} (${megabytes(packed.unpackedSize)} unpacked)`],
    ['', `${packed.files.length} files: ${[...count].map(([top, n]) => `${top} ${n}`).join(', ')}`],
    ['', packed.integrity],
    ['Provenance', `${writeProvenance(root, version, packed, folder)}, signed with a key made for this run;`],
    ['', "the workflow signs its own by Sigstore, which needs GitHub's identity and the network"],
    ['Image', await image(root, version)],
    ['Changelog', `package/CHANGELOG.md with a section ${version}: ${entries} entries`],
    ['Tags', `v${version}; once it is published, the workflow moves v${version.split('.')[0]} to it`],
    ['Would run', workflowCommands(root).join('; ')],
  ];
  return [
    `Dry run of ${version}: nothing is committed, tagged or published. What was made is in ${folder}.`,
    '',
    ...rows.map(([name = '', text]) => `${name.padEnd(12)}${text}`),
  ].join('\n');
}

async function npm(args: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await runTool('npm', args, { cwd });
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

async function pack(to: string, from: string, more: readonly string[] = []): Promise<Packed> {
  const told = await npm(['pack', '--json', '--silent', '--pack-destination', to, ...more], from);
  return (JSON.parse(told.slice(told.indexOf('[\n'))) as Packed[])[0]!;
}

/** Unpacks what the tree packs to, with the version and the changelog of the release; answers with the number of entries. */
async function packVersion(root: string, version: string, folder: string): Promise<number> {
  const { filename } = await pack(folder, root);
  const file = join(folder, filename);
  execFileSync('tar', ['-xzf', file, '-C', folder]);
  renameSync(file, join(folder, 'as-it-is.tgz'));
  return writeRelease(join(folder, 'package'), version);
}

const workflow = (root: string, name: string) =>
  parse(readFileSync(join(root, '.github/workflows', name), 'utf8'));

const workflowCommands = (root: string): string[] =>
  workflow(root, 'publish.yml').jobs.publish.steps.flatMap(({ run }: { run?: string }) => run ?? []);

/** The statement that npm would publish with the package, of a builder that is none of GitHub's. */
function writeProvenance(root: string, version: string, packed: Packed, folder: string): string {
  const { name, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const address = String(repository.url).replace(/^git\+|\.git$/g, '');
  const ref = `refs/tags/v${version}`;
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const sha512 = Buffer.from(packed.integrity.replace('sha512-', ''), 'base64').toString('hex');
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: `pkg:npm/${name}@${version}`, digest: { sha512 } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://slsa-framework.github.io/github-actions-buildtypes/workflow/v1',
        externalParameters: {
          workflow: { ref, repository: address, path: '.github/workflows/publish.yml' },
        },
        resolvedDependencies: [{ uri: `git+${address}@${ref}`, digest: { gitCommit: commit } }],
      },
      runDetails: { builder: { id: `${address}#release-dry-run` } },
    },
  };
  const { privateKey, publicKey } = newKeys();
  const envelope = signed(statement, keyOf(privateKey, 'private', 'the key'));
  opened(envelope, keyOf(publicKey, 'public', 'the key'));
  writeFileSync(join(folder, 'provenance.json'), JSON.stringify(envelope, null, 2));
  writeFileSync(join(folder, 'provenance.pem'), publicKey);
  return 'provenance.json';
}

async function image(root: string, version: string): Promise<string> {
  const { platforms, tags } = workflow(root, 'image.yml').jobs.image.steps.at(-1).with;
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const owner = /github\.com\/(.+?)\.git$/.exec(repository.url)?.[1] ?? '';
  const names: string[] = String(tags)
    .trim()
    .replace(/\$\{\{ github\.repository \}\}/g, owner)
    .replace(/\$\{\{ github\.ref_name \}\}/g, `v${version}`)
    .split(/\s+/);
  const what = `${names.join(', ')} for ${platforms}`;
  for (const engine of ['docker', 'podman']) {
    const answers = await runTool(engine, ['info'], { timeoutMs: 20_000 }).catch(() => undefined);
    if (answers?.code !== 0 || !existsSync(join(root, 'Dockerfile'))) continue;
    const built = await runTool(engine, ['build', '--tag', names[0]!, root]);
    if (built.code !== 0) throw new Error(`${engine} build failed:\n${built.stdout}${built.stderr}`);
    return `${what}; built here by ${engine} for this platform`;
  }
  return `${what}; not built: neither docker nor podman answers here. It would be built from the Dockerfile`;
}
