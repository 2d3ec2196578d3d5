import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '../terminal/run-tool.ts';
import { releasedChangelog } from './release-problems.ts';

/** Writes the version into a tree or an unpacked package: its manifests, the image of its example, and its changelog. */
export async function writeRelease(cwd: string, version: string): Promise<void> {
  const flags = ['--no-git-tag-version', '--allow-same-version', '--ignore-scripts', '--silent'];
  const { code, stdout, stderr } = await runTool('npm', ['version', ...flags, version], { cwd });
  if (code !== 0) throw new Error(`npm version fails:\n${stdout}${stderr}`);
  const day = new Date(Date.now()).toISOString().slice(0, 10);
  const edits: Record<string, (text: string) => string> = {
    'CHANGELOG.md': (text) => releasedChangelog(text, version, day),
    'docs/shared-sandbox/kubernetes.yaml': (text) => text.replace(/(?<=payrig\/payrig:v)\S+/, version),
  };
  for (const [name, edited] of Object.entries(edits)) {
    const file = join(cwd, name);
    if (existsSync(file)) writeFileSync(file, edited(readFileSync(file, 'utf8')));
  }
}
