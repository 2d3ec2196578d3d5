import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { type ConnectionOptions, sandboxConnection, withConnection } from '../sandbox-connection.ts';
import { UsageError } from '../usage-error.ts';

type SnapshotOptions = ConnectionOptions & { json: boolean };
const told = (outcome: object): string => `${JSON.stringify(outcome)}\n`;
type Saved = { now: string; contents: { aggregates: unknown[] } };

/** `payrig snapshot`: a client's whole state, into a file and out of it. */
export function snapshotCommand(
  write: (text: string) => void = (text) => void process.stdout.write(text),
): Command {
  const save = new Command('save')
    .description('write the whole state of a client of a running sandbox to a file')
    .argument('<file>')
    .option('--json', 'print the outcome as JSON', false)
    .action(async (file: string, options: SnapshotOptions) => {
      const snapshot = await sandboxConnection(options).call<Saved>('GET', '_sandbox/snapshot');
      // It holds whatever people were told about, and what signs deliveries.
      await writeFile(file, `${JSON.stringify(snapshot)}\n`, { mode: 0o600 }).catch(unusable(file));
      write(
        options.json
          ? told({ file, now: snapshot.now, aggregates: snapshot.contents.aggregates.length })
          : `The state at ${snapshot.now} is in ${file}\n`,
      );
    });
  const load = new Command('load')
    .description('put the state in a file in the place of all that a client of a running sandbox has')
    .argument('<file>')
    .option('--json', 'print the outcome as JSON', false)
    .action(async (file: string, options: SnapshotOptions) => {
      const text = await readFile(file, 'utf8').catch(unusable(file));
      const { message } = await sandboxConnection(options).call<{ message: string }>(
        'PUT',
        '_sandbox/snapshot',
        parsed(text, file),
      );
      write(options.json ? told({ file, message }) : `${message}\n`);
    });
  return new Command('snapshot')
    .description("save a client's whole state to a file, and load it again")
    .addCommand(withConnection(save))
    .addCommand(withConnection(load));
}

function unusable(file: string): (error: NodeJS.ErrnoException) => never {
  return ({ code, message }) => {
    throw new UsageError(code === 'ENOENT' ? `There is no ${file}.` : `Cannot use ${file}: ${message}`);
  };
}

function parsed(text: string, file: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new UsageError(`${file} is no snapshot: it is not JSON.`);
  }
}
