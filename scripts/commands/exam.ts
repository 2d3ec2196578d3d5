import { resolve } from 'node:path';
import { givenAddress } from '../../spec/given-address.ts';
import { payrigCommand } from '../../spec/payrig-command.ts';
import { redactUrls } from '../../spec/redact-urls.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { expectHttpUrl } from '../judging/check-arguments.ts';
import { expectJudgeable, judged, judgingOf } from '../judging/judging.ts';
import { commandOf } from '../terminal/command-of.ts';
import { print } from '../terminal/print.ts';
import { readText, UsageError } from '../terminal/usage-error.ts';

type ClientCommandOptions = CommandOptions['exam client'];

async function examClient(file: string | undefined, options: ClientCommandOptions): Promise<void> {
  const { loadClientClauses } = await import('../../spec/client-clauses.ts');
  await expectJudgeable(loadClientClauses(), options);
  if (options.list) {
    const { examListings, examListText } = await import('../../conformance/exam/list-exam-clauses.ts');
    const { journeysOf } = await import('../../conformance/client-exam/cases/index.ts');
    const listings = examListings(loadClientClauses(), options, ({ id }) => ({ journeys: journeysOf(id) }));
    const text = () => examListText(listings, ({ journeys }) => `judged in ${journeys.join(', ')}`);
    return print(options.json, listings, text);
  }
  const { journeys, command } = await clientOf(file, options);
  const { runClientExam } = await import('../../conformance/suite/run-client-exam.ts');
  const { concurrency } = options;
  const { timeoutMs: _timeout, profile: _profile, runs: _runs, ...judging } = await judgingOf(options);
  await judged(options, (running) =>
    runClientExam({ journeys }, { ...judging, concurrency, command, ...running }),
  );
}

async function clientOf(file: string | undefined, { run, http, journeys: names = [] }: ClientCommandOptions) {
  const { readExamFile, startsOf } = await import('../../conformance/client-exam/exam-file.ts');
  expectHttpUrl(http);
  if ([file, run, http].filter((one) => one !== undefined).length !== 1)
    throw new UsageError(
      "Name the file that says how journeys are started (payrig exam client payrig-exam.yaml), or give --run 'COMMAND' or --http ADDRESS with --journeys a,b.",
    );
  if (file === undefined && names.length === 0)
    throw new UsageError('Say with --journeys which journeys --run or --http does.');
  if (file !== undefined && names.length > 0)
    throw new UsageError('--journeys belongs to --run and --http; a file names its journeys itself.');
  const shown = http === undefined ? undefined : redactUrls(givenAddress(http).url);
  const again = { run, http: shown, journeys: names.length > 0 ? names.join() : undefined };
  const command = payrigCommand('exam client', file === undefined ? [] : [file], again).join(' ');
  const journeys =
    file === undefined
      ? startsOf(run === undefined ? { http: http! } : { run }, names)
      : readExamFile(await readText(file), file);
  return { journeys, command };
}

type ExamCommandOptions = CommandOptions['exam'];

export const command = () => commandOf('exam', exam).addCommand(commandOf('exam client', examClient));

async function exam(url: string | undefined, options: ExamCommandOptions): Promise<void> {
  const { loadReceiverClauses } = await import('../../spec/receiver-clauses.ts');
  await expectJudgeable(loadReceiverClauses(), options);
  if (options.list) {
    const { examListings, examListText } = await import('../../conformance/exam/list-exam-clauses.ts');
    const listings = examListings(loadReceiverClauses(), options, ({ needs }) => ({
      needs: needs.map((need) => `--${need === 'key' ? 'encryption-key' : need}`),
    }));
    const needsText = ({ needs }: { needs: string[] }) =>
      needs.length > 0 ? `needs ${needs.join(', ')}` : '';
    return print(options.json, listings, () => examListText(listings, needsText));
  }
  const receiver = receiverOf(url, options);
  const { runExam } = await import('../../conformance/suite/run-exam.ts');
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
  const { prompt: promptMs, handled, failing } = options;
  return { ...(await judgingOf(options)), promptMs, handled: place(handled), failing: place(failing) };
}
