import type { Command } from 'commander';

export type CommandEntry = { name: string; summary: string; load: () => Promise<Command> };

const entry = (name: string, summary: string, load: CommandEntry['load']): CommandEntry => ({
  name,
  summary,
  load,
});

/** Every command of `payrig`; a new one is a file in commands/ and an entry here. */
export const commands: readonly CommandEntry[] = [
  entry('sandbox', 'run the service on this machine, with people and state', async () =>
    (await import('./commands/sandbox.ts')).sandboxCommand(),
  ),
  entry('listen', 'receive the webhooks of a running sandbox, and show or forward them', async () =>
    (await import('./commands/listen.ts')).listenCommand(),
  ),
  entry('trigger', 'make an event happen in a running sandbox', async () =>
    (await import('./commands/trigger.ts')).triggerCommand(),
  ),
  entry('snapshot', "save a client's whole state to a file, and load it again", async () =>
    (await import('./commands/snapshot.ts')).snapshotCommand(),
  ),
  entry('spec', 'print the contract as a deployment with your profile would publish it', async () =>
    (await import('./commands/spec.ts')).specCommand(),
  ),
  entry('world', 'show the people of a seeded world', async () =>
    (await import('./commands/world.ts')).worldCommand(),
  ),
  entry('truth', 'tell who is dishonest in a seeded world, and score a detector', async () =>
    (await import('./commands/truth.ts')).truthCommand(),
  ),
  entry('check', 'judge a deployment clause by clause', async () =>
    (await import('./commands/check.ts')).checkCommand(),
  ),
  entry(
    'exam',
    'examine a receiver of the webhooks, or (exam client) code that calls the service',
    async () => (await import('./commands/exam.ts')).examCommand(),
  ),
  entry('watch', 'judge traffic as it passes, and learn from it', async () =>
    (await import('./commands/watch.ts')).watchCommand(),
  ),
  entry('fidelity', 'how true a sandbox is to a recording', async () =>
    (await import('./commands/fidelity.ts')).fidelityCommand(),
  ),
  entry('compare', 'what changed between two ledgers, reports or profiles', async () =>
    (await import('./commands/compare.ts')).compareCommand(),
  ),
  entry('report', 'print a report again: for people, for GitHub, or beside an older one', async () =>
    (await import('./commands/report.ts')).reportCommand(),
  ),
  entry('attest', 'make keys for attestations of a run, verify them, and make badges', async () =>
    (await import('./commands/attest.ts')).attestCommand(),
  ),
  entry('mcp', 'serve agents: the sandbox and the suite by the Model Context Protocol', async () =>
    (await import('./commands/mcp.ts')).mcpCommand(),
  ),
  entry('pact', 'make, compare, verify and publish pacts', async () =>
    (await import('./commands/pact.ts')).pactCommand(),
  ),
  entry('completion', 'print a script that completes commands and options in your shell', async () =>
    (await import('./commands/completion.ts')).completionCommand(commands),
  ),
];
