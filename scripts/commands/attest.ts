import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import type { Statement } from '../../conformance/attest/statement.ts';
import { printable } from '../../conformance/printable.ts';
import type { RunResult } from '../../conformance/result.ts';
import { messageOf, UsageError } from '../usage-error.ts';
import { envOption, expectHttpUrl, memberOf } from './check-arguments.ts';

type VerifyOptions = {
  key: string;
  replay?: string;
  apiKey?: string;
  otherApiKey?: string;
  member?: { username: string; password: string };
  secret?: string;
  encryptionKey?: string;
};

const help = `
Exit codes: 0 genuine (and the same again, with --replay), 1 not genuine or not the same, 2 bad usage.

Examples:
  payrig attest keygen release                # writes release.key and release.pub
  payrig check https://staging.example --api-key "$API_KEY" --attest release.key
  payrig attest verify attestation.json --key release.pub
  payrig attest verify attestation.json --key release.pub --replay https://staging.example --api-key "$API_KEY"
  payrig attest badge attestation.json badge.svg --key release.pub`;

/** `payrig attest`: keys, verification and badges of the attestations that --attest writes. */
export function command(): Command {
  const keygen = new Command('keygen')
    .description('write a pair of Ed25519 keys: NAME.key signs, NAME.pub verifies')
    .argument('[name]', 'where to write them', 'payrig-attest')
    .action(makeKeys);
  const verify = new Command('verify')
    .description('say whether an attestation is genuine, and what it says')
    .argument('<file>', 'what --attest wrote')
    .requiredOption('--key <file>', 'the public key of the signer')
    .option('--replay <url>', 'run it again there with the same seed, and name what differs')
    .addOption(envOption('--api-key <key>', 'API key, for --replay', 'PAYRIG_API_KEY'))
    .addOption(envOption('--other-api-key <key>', 'of a second client, for --replay', 'PAYRIG_OTHER_API_KEY'))
    .addOption(
      envOption('--member <user:password>', 'a team member, for --replay', 'PAYRIG_MEMBER').argParser(
        memberOf,
      ),
    )
    .addOption(envOption('--secret <text>', 'of a receiver, for --replay', 'WEBHOOK_SECRET'))
    .addOption(envOption('--encryption-key <key>', 'of a receiver, for --replay', 'WEBHOOK_KEY'))
    .action(verifyFile);
  const badge = new Command('badge')
    .description('write a badge (SVG) with level, counts and day, from an attestation that is genuine')
    .argument('<file>', 'what --attest wrote')
    .argument('<badge.svg>', 'where to write it')
    .requiredOption('--key <file>', 'the public key of the signer')
    .action(writeBadge);
  return new Command('attest')
    .description('make keys for attestations, verify them, run them again, and make badges of them')
    .addCommand(keygen)
    .addCommand(verify)
    .addCommand(badge)
    .addHelpText('after', help);
}

async function makeKeys(name: string): Promise<void> {
  const { newKeys } = await import('../../conformance/attest/envelope.ts');
  const { privateKey, publicKey } = newKeys();
  try {
    // A key that is overwritten can verify nothing any more.
    await writeFile(`${name}.key`, privateKey, { mode: 0o600, flag: 'wx' });
    await writeFile(`${name}.pub`, publicKey, { flag: 'wx' });
  } catch (error) {
    throw new UsageError(`The keys cannot be written: ${messageOf(error)}`);
  }
  process.stdout.write(`${name}.key signs (keep it secret), ${name}.pub verifies (publish it).\n`);
}

const textOf = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`);
  });

/** The statement of a genuine attestation; says why where it is none, and gives nothing. */
async function genuine(file: string, keyFile: string): Promise<Statement | undefined> {
  const { keyOf, NotGenuine, opened } = await import('../../conformance/attest/envelope.ts');
  const { expectStatement } = await import('../../conformance/attest/statement.ts');
  const key = keyOf(await textOf(keyFile), 'public', keyFile);
  const text = await textOf(file);
  try {
    return expectStatement(opened(JSON.parse(text), key));
  } catch (error) {
    if (!(error instanceof NotGenuine || error instanceof SyntaxError)) throw error;
    const reason = error instanceof SyntaxError ? 'it is no JSON' : error.message;
    process.stdout.write(`NOT GENUINE: ${printable(`${file}: ${reason}`)}.\n`);
    process.exitCode = 1;
    return undefined;
  }
}

async function verifyFile(file: string, options: VerifyOptions): Promise<void> {
  expectHttpUrl(options.replay);
  const statement = await genuine(file, options.key);
  if (!statement) return;
  const { attestedText } = await import('../../conformance/attest/statement.ts');
  process.stdout.write(
    `Genuine, signed by the owner of ${options.key}: ${printable(attestedText(statement))}\n`,
  );
  if (options.replay === undefined) return;
  const { differences, rerun } = await import('../../conformance/attest/replay.ts');
  const result: RunResult = await rerun(statement, { ...options, url: options.replay });
  const lines = differences(statement, result);
  const same = `The same again: all ${result.totals.judged} verdicts, with seed ${result.seed}.`;
  process.stdout.write(`${printable(lines.length > 0 ? lines.join('\n') : same)}\n`);
  process.exitCode = lines.length > 0 ? 1 : 0;
}

async function writeBadge(file: string, out: string, { key }: { key: string }): Promise<void> {
  const statement = await genuine(file, key);
  if (!statement) return;
  const { badge } = await import('../../conformance/attest/badge.ts');
  await writeFile(out, badge(statement)).catch((error: unknown) => {
    throw new UsageError(`${out} cannot be written: ${messageOf(error)}`);
  });
  process.stdout.write(`Written: ${out}\n`);
}
