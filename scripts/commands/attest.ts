import { printable } from '../../conformance/target/printable.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { expectHttpUrl } from '../judging/check-arguments.ts';
import { commandOf } from '../terminal/command-of.ts';
import { say } from '../terminal/print.ts';
import { readText, writeOut } from '../terminal/usage-error.ts';

export const command = () =>
  commandOf('attest')
    .addCommand(commandOf('attest keygen', makeKeys))
    .addCommand(commandOf('attest verify', verifyFile))
    .addCommand(commandOf('attest badge', writeBadge));

async function makeKeys(name: string): Promise<void> {
  const { newKeys } = await import('../../conformance/attest/envelope.ts');
  const { privateKey, publicKey } = newKeys();
  // A key that is overwritten can verify nothing any more.
  await writeOut(`${name}.key`, privateKey, { mode: 0o600, flag: 'wx' });
  await writeOut(`${name}.pub`, publicKey, { flag: 'wx' });
  say(`${name}.key signs (keep it secret), ${name}.pub verifies (publish it).`);
}

/** The statement of a genuine attestation; of any other it prints the reason. */
async function genuine(file: string, keyFile: string) {
  const { keyOf, NotGenuine, opened } = await import('../../conformance/attest/envelope.ts');
  const { expectStatement } = await import('../../conformance/attest/statement.ts');
  const key = keyOf(await readText(keyFile, 'key'), 'public', keyFile);
  try {
    return expectStatement(opened(JSON.parse(await readText(file)), key));
  } catch (error) {
    if (!(error instanceof NotGenuine || error instanceof SyntaxError)) throw error;
    const reason = error instanceof SyntaxError ? 'it is not JSON' : error.message;
    say(`NOT GENUINE: ${printable(`${file}: ${reason}`)}.`);
    process.exitCode = 1;
    return undefined;
  }
}

async function verifyFile(file: string, options: CommandOptions['attest verify']): Promise<void> {
  expectHttpUrl(options.replay);
  const statement = await genuine(file, options.key);
  if (!statement) return;
  const { attestedText } = await import('../../conformance/attest/statement.ts');
  say(`Genuine, signed by the owner of ${options.key}: ${printable(attestedText(statement))}`);
  if (options.replay === undefined) return;
  const { differences, rerun } = await import('../../conformance/attest/replay.ts');
  const result = await rerun(statement, { ...options, url: options.replay });
  const lines = differences(statement, result);
  const same = `The same again: all ${result.totals.judged} verdicts, with seed ${result.seed}.`;
  say(printable(lines.length > 0 ? lines.join('\n') : same));
  process.exitCode = lines.length > 0 ? 1 : 0;
}

async function writeBadge(file: string, out: string, { key }: { key: string }): Promise<void> {
  const statement = await genuine(file, key);
  if (!statement) return;
  const { badge } = await import('../../conformance/attest/badge.ts');
  await writeOut(out, badge(statement));
  say(`Written: ${out}`);
}
