import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../terminal/run-tool.ts';

const read = (name: string): string => readFileSync(join(projectRoot, name), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
/** Records of what ran: the changes of old versions, and the latest proof, which the next one writes anew. */
const records = ['CHANGELOG.md', 'docs/figures/proof.md'];
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: projectRoot, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((name) => !records.includes(name));

// An older Node stops at a TypeScript file before its first line, so that the file cannot say which Node it needs.
describe('a document', () => {
  it('names no TypeScript file to be run by the Node at hand: npm scripts bring Node 24 along', () => {
    const named = documents.flatMap((name) =>
      [...read(name).matchAll(/\bnode scripts\/\S+\.ts\b(?![^\n]*stops with)/g)].map(
        ([text]) => `${name}: ${text}`,
      ),
    );
    expect(named).toEqual([]);
  });

  it('names npm scripts that there are', () => {
    const named = documents.flatMap((name) =>
      [...read(name).matchAll(/\bnpm run (?:--silent )?([a-z][\w-]*)/g)].map(([, script]) => script!),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((script) => scripts[script] === undefined)).toEqual([]);
  });
});
