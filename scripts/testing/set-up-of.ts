import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../terminal/run-tool.ts';

/** The part of docs/install.md that a page sends its reader to. */
export function setUpOf(text: string): string | undefined {
  const install = readFileSync(join(projectRoot, 'docs/install.md'), 'utf8');
  const [link, anchor] = /\]\((?:\.\.\/)*install\.md(#start-a-sandbox)?\)/.exec(text) ?? [];
  if (link === undefined || text.includes('<!-- pipeline:') || text.includes('npm pack')) return undefined;
  const isStarted = anchor !== undefined || text.includes('install.md#start-a-sandbox');
  return install.slice(0, isStarted ? undefined : install.indexOf('## Start a sandbox'));
}
