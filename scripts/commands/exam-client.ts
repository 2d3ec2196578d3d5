import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { shellWord } from '../../spec/curl.ts';
import { wholeNumber } from '../script-command.ts';
import { messageOf, UsageError } from '../usage-error.ts';
import { expectHttpUrl, patterns, print } from './check-arguments.ts';
import { expectJudgeable, type JudgingOptions, judged, judgingOf, withJudging } from './judging.ts';

type ClientCommandOptions = JudgingOptions & {
  run?: string;
  http?: string;
  journeys?: string[];
  concurrency?: number;
};

const examClientHelp = `
Exit codes:
  0  no judged clause fails        1  some clause fails
  2  bad usage                     3  incomplete: a journey could not be started, or the run was stopped
  4  the exam itself broke

Examples:
  payrig exam client payrig-exam.yaml
  payrig exam client --run 'node client.mjs' --journeys list-users,connect
  payrig exam client payrig-exam.yaml --only 'money.*' --report-dir reports`;

/** `payrig exam client`: examines code that calls the service, journey by journey. */
export function examClientCommand(): Command {
  const command = new Command('client')
    .description(
      'examine code that calls the service: it is started in sandboxes that behave, misbehave and differ',
    )
    .argument('[file]', 'how each journey is started, such as payrig-exam.yaml')
    .option('--run <command>', 'a command for all journeys of --journeys, in place of a file')
    .option('--http <address>', 'an address that starts all journeys of --journeys, in place of a file')
    .option('--journeys <names>', 'the journeys of --run or --http, e.g. list-users,connect', patterns)
    .option('--concurrency <count>', 'cases that run side by side (6)', wholeNumber(1))
    .addHelpText('after', examClientHelp)
    .action(examClient);
  return withJudging(command, {
    only: 'money.*,trouble.html',
    patience: 'how long one start of the client may take (90s)',
  });
}

async function examClient(file: string | undefined, options: ClientCommandOptions): Promise<void> {
  const { loadClientClauses } = await import('../../spec/client-clauses.ts');
  await expectJudgeable(loadClientClauses(), options);
  if (options.list) {
    const { examListings, examListText } = await import('../../conformance/exam/list-exam-clauses.ts');
    const { journeysOf } = await import('../../conformance/client-exam/cases/index.ts');
    const listings = examListings(loadClientClauses(), options, ({ id }) => ({ journeys: journeysOf(id) }));
    return print(
      options.json,
      () => listings,
      () => examListText(listings, ({ journeys }) => `judged in ${journeys.join(', ')}`),
    );
  }
  const { journeys, command } = await clientOf(file, options);
  const { runClientExam } = await import('../../conformance/client-exam/run-client-exam.ts');
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
  if (file === undefined) {
    const word = run === undefined ? `--http ${shellWord(http!)}` : `--run ${shellWord(run)}`;
    return {
      journeys: startsOf(run === undefined ? { http: http! } : { run }, names),
      command: `payrig exam client ${word} --journeys ${names.join()}`,
    };
  }
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`);
  });
  return { journeys: readExamFile(text, file), command: `payrig exam client ${shellWord(file)}` };
}
