import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import type { RequestBody } from '../../spec/operations.ts';
import { type ConnectionOptions, sandboxConnection, withConnection } from '../sandbox-connection.ts';
import { UsageError } from '../usage-error.ts';

type SnapshotOptions = ConnectionOptions & { json: boolean };

/** `payrig snapshot`: a client's whole state, into a file and out of it. */
export function command(write: (text: string) => void = (text) => void process.stdout.write(text)): Command {
  const save = new Command('save')
    .description('write the whole state of a client of a running sandbox to a file')
    .argument('<file>')
    .option('--json', 'print the outcome as JSON', false)
    .action(async (file: string, options: SnapshotOptions) => {
      const snapshot = await sandboxConnection(options).call('takeSnapshot');
      // It holds personal data, and the secrets that sign deliveries.
      await writeFile(file, `${JSON.stringify(snapshot)}\n`, { mode: 0o600 }).catch(unusable(file));
      write(
        options.json
          ? `${JSON.stringify({ file, now: snapshot.now, aggregates: snapshot.contents.aggregates.length })}\n`
          : `The state at ${snapshot.now} is in ${file}\n`,
      );
    });
  const load = new Command('load')
    .description('replace the whole state of a client of a running sandbox with that of a file')
    .argument('<file>')
    .option('--json', 'print the outcome as JSON', false)
    .action(async (file: string, options: SnapshotOptions) => {
      const text = await readFile(file, 'utf8').catch(unusable(file));
      const body = parsed(text, file);
      const { message } = await sandboxConnection(options).call('loadSnapshot', { body });
      write(options.json ? `${JSON.stringify({ file, message })}\n` : `${message}\n`);
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

function parsed(text: string, file: string): RequestBody<'loadSnapshot'> {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is no snapshot: it is not JSON.`);
  }
}
