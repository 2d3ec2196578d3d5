import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isPrintableLine } from '../../conformance/target/printable.ts';
import { temporaryFolder } from '../../simulator/store/testing/temporary-folder.ts';
import { sample } from '../../spec/testing/test-run.ts';
import { commandLine } from '../generated/command-line.ts';
import { runPayrig } from '../sandbox/testing/run-command.ts';
import { projectRoot } from './run-tool.ts';
import { drawingOn, guardTerminal } from './streams.ts';

const hostile = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e\u0000\r\u001b[5A\u001b[8m';

function stream(isTTY: boolean) {
  const written: string[] = [];
  const made = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  return { made, written };
}

it.each([true, false])('what would steer a terminal is written out (a terminal: %s)', (isTTY) => {
  const { made, written } = stream(isTTY);
  guardTerminal(made, []);
  made.write(`a\n${hostile}b\n`);
  for (const line of written.join('').split('\n')) expect(isPrintableLine(line), line).toBe(true);
});

it('our own styles reach a terminal, what draws on it steers it, and neither shows a password', () => {
  const { made, written } = stream(true);
  guardTerminal(made, ['check', 'http://me:s%40cret@host/', '--x=postgres://root:toor@db/x']);
  made.write('\u001b[31mred\u001b[39m http://me:s%40cret@host s@cret toor\n');
  drawingOn(made).write('\r\u001b[2Kat toor');
  expect(written).toEqual([
    '\u001b[31mred\u001b[39m http://[redacted]@host [redacted] [redacted]\n',
    '\r\u001b[2Kat [redacted]',
  ]);
});

const commands = Object.keys(commandLine).filter((name) => !name.startsWith('npm run'));

it.each(sample(commands, 1))(
  'payrig %s prints what can be printed alone',
  { timeout: 120_000 },
  async (command) => {
    const { path, remove } = await temporaryFolder();
    onTestFinished(remove);
    const word = hostile.replaceAll('\u0000', '');
    // Refused by the command line itself, by the command, and by what reads a file.
    for (const words of [[`--${word}`], [word], [word, word, word]]) {
      const { printed, ended, child } = runPayrig([...command.split(' '), ...words], { HOME: path }, path);
      const late = setTimeout(() => child.kill('SIGTERM'), 5000);
      await ended;
      clearTimeout(late);
      const { out, err } = printed();
      for (const line of `${out}${err}`.split('\n').map((one) => one.replaceAll('\t', ' ')))
        expect(isPrintableLine(line), `${command}: ${JSON.stringify(line)}`).toBe(true);
    }
  },
);

it('field names of a recording do not steer the terminal of payrig fidelity', {
  timeout: 180_000,
}, async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const passed = {
    ...{ kind: 'exchange', begun: 1, ended: 2, at: Date.parse('2026-01-05T09:00:00Z'), durationMs: 1 },
    ...{ method: 'GET', url: '/users', requestHeaders: { 'x-api-key': 'k' }, requestText: '', status: 200 },
    responseHeaders: { 'content-type': 'application/json' },
    responseText: JSON.stringify({ users: [{ [hostile]: 1 }], [hostile]: hostile }),
  };
  const lines = [{ kind: 'payrig-recording', version: 1 }, { begin: [1, 'GET', '/users'] }, passed];
  writeFileSync(join(path, 'r.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  for (const json of [[], ['--json']]) {
    const { printed, ended } = runPayrig(['fidelity', 'r.jsonl', ...json], { HOME: path }, path);
    await ended;
    const { out, err } = printed();
    expect(out).toContain('owned');
    for (const one of `${out}${err}`.split('\n')) expect(isPrintableLine(one), one).toBe(true);
  }
});

/** What writes past the two streams, and why that is right. */
const others = {
  'scripts/sandbox/sandbox-log.ts': 'the log of a sandbox: JSON for a collector, never a terminal',
};

it('nothing writes to the terminal but through the two streams', () => {
  const sources = globSync('{spec,generators,simulator,conformance,scripts}/**/*.ts', { cwd: projectRoot })
    .filter((path) => !/\.test\.ts$|\/testing\/|\/(bench|resilience|browser)\//.test(path))
    .filter((path) =>
      /\bwriteSync\(\s*[12]\b|writeLater\(|openSync\(['"]\/dev\/tty|stdio: 'inherit'/.test(
        readFileSync(join(projectRoot, path), 'utf8'),
      ),
    );
  expect(sources).toEqual(Object.keys(others));
});
