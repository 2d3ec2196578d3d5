import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runTool } from '../terminal/run-tool.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

function has(shell: string): boolean {
  try {
    return execFileSync(shell, ['-c', 'echo yes'], { encoding: 'utf8' }) === 'yes\n';
  } catch {
    return false;
  }
}

/** How each shell is asked, without a terminal, what it would offer for words of which the last is begun. */
const asking: Record<string, (file: string, words: readonly string[]) => string[]> = {
  bash: (file, words) => [
    '-c',
    `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _payrig; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ...['bash', file, ...words],
  ],
  // The real compadd works in a widget alone; it would drop what does not begin like the last word.
  zsh: (file, words) => [
    '-fc',
    `compdef() { :; }; compadd() { shift; print -rl -- \${(M)@:#$words[CURRENT]*} }
    source "$1"; shift; words=("$@"); CURRENT=$#; _payrig`,
    ...['zsh', file, ...words],
  ],
  fish: (file, words) => [
    '-c',
    `source '${file}'; complete -C '${words.join(' ')}' | string replace -r '\\t.*' ''; true`,
  ],
};

describe.each(Object.keys(asking))('completion in %s', (shell) => {
  it.skipIf(!has(shell))('goes on with what was begun', async () => {
    const file = join(await temporaryFolder(), 'completion');
    const { code, stdout } = await runTool('node', ['scripts/payrig.ts', 'completion', shell]);
    expect(code).toBe(0);
    await writeFile(file, stdout);
    for (const [begun, offered] of [
      ['payrig comp', 'compare completion'],
      ['payrig pact ver', 'verify'],
      ['payrig spec --format a', 'arazzo asyncapi'],
      ['payrig pact verify --provider-', '--provider-url'],
      ['payrig completion f', 'fish'],
      ['payrig trigger pay', 'payroll'],
      ['payrig trigger --js', '--json'],
      ['payrig --ver', '--version'],
    ] as const) {
      const answer = await promisify(execFile)(shell, asking[shell]!(file, begun.split(' ')));
      expect(answer.stdout.trim().split('\n').sort().join(' '), begun).toBe(offered);
    }
  });
});
