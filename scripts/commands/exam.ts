import { resolve } from 'node:path';
import type { Command } from 'commander';
import { commandOf } from '../command-of.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { UsageError } from '../usage-error.ts';
import { expectHttpUrl, print } from './check-arguments.ts';
import { examClientCommand } from './exam-client.ts';
import { expectJudgeable, judged, judgingOf } from './judging.ts';

type ExamCommandOptions = CommandOptions['exam'];

/** `payrig exam`: examines a receiver of the webhooks clause by clause. */
export const command = (): Command => commandOf('exam', exam).addCommand(examClientCommand());

async function exam(url: string | undefined, options: ExamCommandOptions): Promise<void> {
  const { loadReceiverClauses } = await import('../../spec/receiver-clauses.ts');
  await expectJudgeable(loadReceiverClauses(), options);
  if (options.list) {
    const { examListings, examListText } = await import('../../conformance/exam/list-exam-clauses.ts');
    const listings = examListings(loadReceiverClauses(), options, ({ needs }) => ({
      needs: needs.map((need) => `--${need === 'key' ? 'encryption-key' : need}`),
    }));
    return print(
      options.json,
      () => listings,
      () => examListText(listings, ({ needs }) => (needs.length > 0 ? `needs ${needs.join(', ')}` : '')),
    );
  }
  const receiver = receiverOf(url, options);
  const { runExam } = await import('../../conformance/exam/run-exam.ts');
  const runOptions = await runOptionsOf(options);
  await judged(options, (running) => runExam(receiver, { ...runOptions, ...running }));
}

function receiverOf(url: string | undefined, options: ExamCommandOptions) {
  const { unsigned, encryptionKey, header } = options;
  if (url === undefined)
    throw new UsageError('Name the address of the receiver: payrig exam RECEIVER_URL --secret S');
  expectHttpUrl(url);
  const secret = unsigned ? undefined : options.secret;
  if (!unsigned && !secret)
    throw new UsageError(
      'Give the signing secret of the receiver (--secret), or say --unsigned if it has none.',
    );
  if (encryptionKey !== undefined && Buffer.from(encryptionKey, 'base64').length !== 32)
    throw new UsageError('The encryption key is not Base64 of 32 bytes.');
  return { url, secret, encryptionKey, headers: header };
}

async function runOptionsOf(options: ExamCommandOptions) {
  const place = (where: string | undefined) =>
    where === undefined || /^https?:/.test(where) ? where : resolve(where);
  return {
    ...(await judgingOf(options)),
    promptMs: options.prompt,
    handled: place(options.handled),
    failing: place(options.failing),
  };
}
