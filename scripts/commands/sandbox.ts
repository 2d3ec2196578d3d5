import { type Command, Option } from 'commander';
import { isLoopback } from '../../spec/allowed-hosts.ts';
import { type Flags, readConfig, resolveSettings } from '../sandbox/resolve-settings.ts';
import { settings, variableOf } from '../sandbox/settings.ts';
import { commandOf } from '../terminal/command-of.ts';
import { UsageError } from '../terminal/usage-error.ts';

/** What can be given more than once. */
const lists: ReadonlySet<string> = new Set(['client', 'allowedHosts', 'webhookAllow', 'webhookDeny']);

export function command(): Command {
  const command = commandOf('sandbox');
  for (const [key, { flag, about }] of Object.entries(settings)) {
    const option = new Option(flag, about);
    if (lists.has(key)) option.argParser((one: string, all: string[] = []) => [...all, one]);
    command.addOption(option);
    // Takes back what a variable or the config file says.
    if (!flag.includes('<')) command.addOption(new Option(flag.replace('--', '--no-')).hideHelp());
  }
  return command
    .option('--config <file>', 'a JSON file with any of these, and clients with their members')
    .action(async ({ config = process.env[variableOf('config')], ...flags }: Flags & { config?: string }) => {
      const resolved = resolveSettings(flags, process.env, config ? await readConfig(config) : undefined);
      const { host, sandboxKey } = resolved;
      // Beyond this machine anyone could arrange everything.
      if (!isLoopback(host) && sandboxKey === undefined)
        throw new UsageError(
          `--host ${host} is beyond this machine: give a --sandbox-key to guard /_sandbox with.`,
        );
      // The service is loaded once the settings are right, so that a typing error is reported at once.
      const { runSandbox } = await import('../sandbox/run-sandbox.ts');
      process.exitCode = await runSandbox(resolved);
    });
}
