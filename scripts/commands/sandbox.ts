import { Command, Option } from 'commander';
import { readConfig } from '../sandbox/read-config.ts';
import { type Flags, resolveSettings } from '../sandbox/resolve-settings.ts';
import { type Settings, settings, variableOf } from '../sandbox/settings.ts';
import { UsageError } from '../usage-error.ts';

/** `payrig sandbox`: the service, until Ctrl-C. */
export function sandboxCommand(): Command {
  const command = new Command('sandbox').description(
    'run the service on this machine, with people and state',
  );
  for (const [key, { flag, about }] of Object.entries(settings)) {
    const option = new Option(flag, about);
    if (key === 'client') option.argParser((one: string, all: string[] = []) => [...all, one]);
    command.addOption(option);
    // Takes back what a variable or the config file says.
    if (!flag.includes('<')) command.addOption(new Option(flag.replace('--', '--no-')).hideHelp());
  }
  return command
    .option('--config <file>', 'a JSON file with any of these, and clients with their members')
    .addHelpText('after', afterHelp)
    .action(async ({ config = process.env[variableOf('config')], ...flags }: Flags & { config?: string }) => {
      const resolved = resolveSettings(flags, process.env, config ? await readConfig(config) : undefined);
      refuseOpenDoor(resolved);
      // The service is loaded when all is said rightly, so that a slip of the keyboard is told at once.
      const { runSandbox } = await import('../sandbox/run-sandbox.ts');
      process.exitCode = await runSandbox(resolved);
    });
}

const afterHelp = `
Every flag has an environment variable: PAYRIG_PORT, PAYRIG_LOG_LEVEL and so on
(true or false for a flag without a value, PAYRIG_CLIENT=a:key,b:key for clients).
A flag goes before a variable, a variable before the config file.`;

/** Beyond this machine everybody could arrange everything. */
function refuseOpenDoor({ host, sandboxKey }: Pick<Settings, 'host'> & { sandboxKey?: string }): void {
  const isLocal = host === 'localhost' || host === '::1' || /^127\./.test(host);
  if (!isLocal && sandboxKey === undefined)
    throw new UsageError(
      `--host ${host} is beyond this machine: give a --sandbox-key to guard /_sandbox with.`,
    );
}
