import { resolve } from 'node:path';
import { Command } from 'commander';
import { UsageError } from '../usage-error.ts';
import { durationMs, envOption, expectHttpUrl, print } from './check-arguments.ts';
import { examClientCommand } from './exam-client.ts';
import { expectJudgeable, type JudgingOptions, judged, judgingOf, withJudging } from './judging.ts';

type ExamCommandOptions = JudgingOptions & {
  secret?: string;
  unsigned: boolean;
  encryptionKey?: string;
  handled?: string;
  failing?: string;
  prompt?: number;
};

const examHelp = `
Exit codes:
  0  no judged clause fails        1  some clause fails, or the receiver died
  2  bad usage                     3  incomplete: the receiver could not be reached, or the run was stopped
  4  the exam itself broke

Examples:
  payrig exam http://127.0.0.1:3000/webhooks --secret a-secret-of-mine
  payrig exam http://127.0.0.1:3000/webhooks --secret a-secret-of-mine --only 'signature.*' --report-dir reports
  payrig exam https://staging.example/hooks --encryption-key "$WEBHOOK_KEY" --handled ./count.mjs`;

/** `payrig exam`: examines a receiver of the webhooks clause by clause. */
export function command(): Command {
  const command = new Command('exam')
    .description(
      'examine a receiver of the webhooks, clause by clause: genuine deliveries and forged ones; `exam client` examines code that calls the service',
    )
    .argument('[receiver-url]', 'where the receiver takes deliveries')
    .optionsGroup('The receiver:')
    .addOption(
      envOption(
        '--secret <text>',
        'the signing secret that the receiver is configured with',
        'WEBHOOK_SECRET',
      ),
    )
    .option('--unsigned', 'the receiver is configured without a signing secret', false)
    .addOption(
      envOption(
        '--encryption-key <key>',
        'its encryption key (Base64 of 32 bytes), if it has one',
        'WEBHOOK_KEY',
      ),
    )
    .option(
      '--handled <url or module>',
      'counts what was processed: GET with ?user_id=... answers {"handled": 1}, or a module whose default export counts',
    )
    .option(
      '--failing <url or module>',
      'makes your code fail once, on the next delivery about a user: POST with ?user_id=..., or a module whose default export does it',
    )
    .option('--prompt <time>', 'how soon the receiver should answer a genuine delivery (1s)', durationMs)
    .addHelpText('after', examHelp)
    .action(exam);
  command.addCommand(examClientCommand());
  return withJudging(command, {
    profile: "the deployment's names and open points (JSON)",
    only: 'signature.*,genuine.large',
    timeout: 'how long to wait for a response (5s)',
    patience: 'how long processing may continue after the response, for --handled (3s)',
    request: 'delivery',
  });
}

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
