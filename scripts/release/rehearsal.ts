import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { keyOf, newKeys, opened, signed } from '../../conformance/attest/envelope.ts';
import { runTool } from '../terminal/run-tool.ts';
import { writeRelease } from './write-release.ts';

type Packed = { filename: string; integrity: string; size: number; unpackedSize: number; entryCount: number };

/** Makes all that a release would publish in a folder of its own, and says what it would publish; changes nothing else. */
export async function rehearse(root: string, version: string, folder: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // The tree packs to its own version; what it packs to is given the new one and its changelog, and is packed again.
  const { filename } = await pack(folder, root);
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
  renameSync(join(folder, filename), join(folder, 'as-it-is.tgz'));
  const entries = writeRelease(join(folder, 'package'), version);
  const packed = await pack(folder, join(folder, 'package'), '--ignore-scripts');
  writeProvenance(root, version, packed.integrity, folder);
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  const steps: { run?: string }[] = workflow(root, 'publish').jobs.publish.steps;
  return `Dry run of ${version}: nothing is committed, tagged or published. What was made is in ${folder}.

Package     ${packed.filename}: ${packed.entryCount} files, ${megabytes(packed.size)} packed, ${megabytes(packed.unpackedSize)} unpacked
            ${packed.integrity}
Provenance  provenance.json, signed with a key made for this run (provenance.pem); the workflow signs its own by
            Sigstore, which needs GitHub's identity and the network
Image       ${await image(root, version)}
Changelog   package/CHANGELOG.md with a section ${version}: ${entries} entries
Tags        v${version}; once it is published, the workflow moves v${version.split('.')[0]} to it
Would run   ${steps.flatMap(({ run }) => run ?? []).join('; ')}`;
}

async function pack(to: string, from: string, ...more: string[]): Promise<Packed> {
  const args = ['pack', '--json', '--silent', '--pack-destination', to, ...more];
  const { code, stdout, stderr } = await runTool('npm', args, { cwd: from });
  if (code !== 0) throw new Error(`npm pack failed:\n${stdout}${stderr}`);
  return (JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as Packed[])[0]!;
}

const workflow = (root: string, name: string) =>
  parse(readFileSync(join(root, '.github/workflows', `${name}.yml`), 'utf8'));

const manifest = (root: string): { name: string; repository: { url: string } } =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The statement that npm would publish with the package, with this run as its builder. */
function writeProvenance(root: string, version: string, integrity: string, folder: string): void {
  const { name, repository } = manifest(root);
  const address = repository.url.replace(/^git\+|\.git$/g, '');
  const ref = `refs/tags/v${version}`;
  const gitCommit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const sha512 = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
  const built = { ref, repository: address, path: '.github/workflows/publish.yml' };
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: `pkg:npm/${name}@${version}`, digest: { sha512 } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://slsa-framework.github.io/github-actions-buildtypes/workflow/v1',
        externalParameters: { workflow: built },
        resolvedDependencies: [{ uri: `git+${address}@${ref}`, digest: { gitCommit } }],
      },
      runDetails: { builder: { id: `${address}#release-dry-run` } },
    },
  };
  const { privateKey, publicKey } = newKeys();
  const envelope = signed(statement, keyOf(privateKey, 'private', 'the key'));
  opened(envelope, keyOf(publicKey, 'public', 'the key'));
  writeFileSync(join(folder, 'provenance.json'), JSON.stringify(envelope, null, 2));
  writeFileSync(join(folder, 'provenance.pem'), publicKey);
}

async function image(root: string, version: string): Promise<string> {
  const { platforms, tags } = workflow(root, 'image').jobs.image.steps.at(-1).with;
  const owner = /github\.com\/(.+?)\.git$/.exec(manifest(root).repository.url)?.[1] ?? '';
  const named = String(tags).replace(/\$\{\{ github\.repository \}\}/g, owner);
  const names = named
    .replace(/\$\{\{ github\.ref_name \}\}/g, `v${version}`)
    .trim()
    .split(/\s+/);
  const what = `${names.join(', ')} for ${platforms}`;
  for (const engine of ['docker', 'podman']) {
    const answers = await runTool(engine, ['info'], { timeoutMs: 20_000 }).catch(() => undefined);
    if (answers?.code !== 0) continue;
    const built = await runTool(engine, ['build', '--tag', names[0]!, root]);
    if (built.code !== 0) throw new Error(`${engine} build failed:\n${built.stdout}${built.stderr}`);
    return `${what}; built here by ${engine} for this platform`;
  }
  return `${what}; not built: neither docker nor podman answers here. It would be built from the Dockerfile`;
}
