import { Argument, Command } from 'commander';
import { completionScript, type Shell, shells } from '../completion-script.ts';

type Entry = { summary: string; load: () => Promise<Command> };

/** `payrig completion`: a script that lets a shell complete commands and options. */
export function completionCommand(commands: readonly Entry[]): Command {
  return new Command('completion')
    .description('print a script that completes commands and options in your shell')
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText('after', '\nFor this session: source <(payrig completion bash)')
    .action(async (shell: Shell, _options: object, command: Command) => {
      const program = new Command('payrig').option('--version', 'print the version').helpOption('--help');
      for (const { load, summary } of commands) {
        const one = await load();
        program.addCommand(one.description() ? one : one.description(summary));
      }
      process.stdout.write(completionScript(shell, program.copyInheritedSettings(command)));
    });
}
