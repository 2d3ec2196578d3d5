import type { RequestBody } from '../../spec/operations.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { sandboxConnection } from '../sandbox/sandbox-connection.ts';
import { commandOf } from '../terminal/command-of.ts';
import { outcomeLine, toStdout } from '../terminal/print.ts';
import { readJson, writeOut } from '../terminal/usage-error.ts';

type SnapshotOptions = CommandOptions['snapshot save'];

export function command(write = toStdout) {
  const save = commandOf('snapshot save', async (file: string, options: SnapshotOptions) => {
    const snapshot = await sandboxConnection(options).call('takeSnapshot');
    // It holds personal data, and the secrets that sign deliveries.
    await writeOut(file, `${JSON.stringify(snapshot)}\n`, { mode: 0o600 });
    const { now, contents } = snapshot;
    const found = { file, now, aggregates: contents.aggregates.length };
    write(outcomeLine(options.json, found, `The state at ${now} is in ${file}`));
  });
  const load = commandOf('snapshot load', async (file: string, options: SnapshotOptions) => {
    const body = (await readJson(file, 'snapshot')) as RequestBody<'loadSnapshot'>;
    const { message } = await sandboxConnection(options).call('loadSnapshot', { body });
    write(outcomeLine(options.json, { file, message }, message));
  });
  return commandOf('snapshot').addCommand(save).addCommand(load);
}
