import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { keyOf, newKeys, signed } from '../../conformance/attest/envelope.ts';
import { runTool } from '../terminal/run-tool.ts';
import { writeRelease } from './write-release.ts';

type Packed = { filename: string; integrity: string; size: number; unpackedSize: number; entryCount: number };

/** Makes all that a release of the tree would publish in a folder of its own, and says what that is; changes nothing else. */
export async function rehearse(root: string, version: string, folder: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const run = async (cwd: string, program: string, ...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runTool(program, words, { cwd });
    if (code !== 0) throw new Error(`${program} ${words.join(' ')} fails:\n${stdout}${stderr}`);
    return stdout;
  };
  const pack = async (from: string, ...more: string[]): Promise<Packed> => {
    const words = ['pack', '--json', '--silent', '--pack-destination', folder];
    const printed = await run(from, 'npm', ...words, ...more);
    return JSON.parse(printed.slice(printed.indexOf('[\n')))[0];
  };
  const stepsOf = (name: string, job: string) =>
    parse(readFileSync(join(root, `.github/workflows/${name}.yml`), 'utf8')).jobs[job].steps;
  const { name, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

  // The tree packs to its own version; what it packs to is given the new one and its changelog, and is packed again.
  const { filename } = await pack(root);
  await run(folder, 'tar', '-xzf', filename);
  renameSync(join(folder, filename), join(folder, 'as-it-is.tgz'));
  await writeRelease(join(folder, 'package'), version);
  const packed = await pack(join(folder, 'package'), '--ignore-scripts');

  const gitCommit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const sha512 = Buffer.from(packed.integrity.replace('sha512-', ''), 'base64').toString('hex');
  const address = repository.url.replace(/^git\+|\.git$/g, '');
  const ref = `refs/tags/v${version}`;
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: `pkg:npm/${name}@${version}`, digest: { sha512 } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://slsa-framework.github.io/github-actions-buildtypes/workflow/v1',
        externalParameters: { workflow: { ref, repository: address, path: '.github/workflows/publish.yml' } },
        resolvedDependencies: [{ uri: `git+${address}@${ref}`, digest: { gitCommit } }],
      },
      runDetails: { builder: { id: `${address}#release-dry-run` } },
    },
  };
  const { privateKey, publicKey } = newKeys();
  const envelope = signed(statement, keyOf(privateKey, 'private', 'the key'));
  writeFileSync(join(folder, 'provenance.json'), JSON.stringify(envelope, null, 2));
  writeFileSync(join(folder, 'provenance.pem'), publicKey);

  const { platforms, tags } = stepsOf('image', 'image').at(-1).with;
  const images = String(tags)
    .replace(/\$\{\{ github\.repository \}\}/g, new URL(address).pathname.slice(1))
    .replace(/\$\{\{ github\.ref_name \}\}/g, `v${version}`)
    .trim()
    .split(/\s+/);
  let built = 'not built: neither docker nor podman answers here. It would be built from the Dockerfile';
  for (const engine of ['docker', 'podman']) {
    const answer = await runTool(engine, ['info'], { timeoutMs: 20_000 }).catch(() => undefined);
    if (answer?.code !== 0) continue;
    await run(root, engine, 'build', '--tag', images[0]!, '.');
    built = `built here by ${engine} for this platform`;
    break;
  }
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  const steps: { run?: string }[] = stepsOf('publish', 'publish');
  return `Dry run of ${version}: nothing is committed, tagged or published. What was made is in ${folder}.

Package     ${packed.filename}: ${packed.entryCount} files, ${megabytes(packed.size)} packed, ${megabytes(packed.unpackedSize)} unpacked
            ${packed.integrity}
Provenance  provenance.json, signed with a key made for this run (provenance.pem); the workflow signs its own by
            Sigstore, which needs GitHub's identity and the network
Image       ${images.join(', ')} for ${platforms}; ${built}
Changelog   package/CHANGELOG.md with a section ${version}
Tags        v${version}; when it is published, the workflow moves v${version.split('.')[0]} to it
Would run   ${steps.flatMap((step) => step.run ?? []).join('; ')}`;
}
