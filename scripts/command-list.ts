import type { Command } from 'commander';
import { commandLine } from './generated/command-line.ts';

export type CommandEntry = { name: string; summary: string; load: () => Promise<Command> };

/** The commands of commands.yaml, without those under another and those of npm. */
type CommandName = Exclude<keyof typeof commandLine, `${string} ${string}`>;

/** A command's code is loaded when it is called. One without a line here does not compile. */
const loaders: Readonly<Record<CommandName, CommandEntry['load']>> = {
  sandbox: async () => (await import('./commands/sandbox.ts')).command(),
  listen: async () => (await import('./commands/listen.ts')).command(),
  trigger: async () => (await import('./commands/trigger.ts')).command(),
  doctor: async () => (await import('./commands/doctor.ts')).command(),
  snapshot: async () => (await import('./commands/snapshot.ts')).command(),
  spec: async () => (await import('./commands/spec.ts')).command(),
  world: async () => (await import('./commands/world.ts')).command(),
  truth: async () => (await import('./commands/truth.ts')).command(),
  check: async () => (await import('./commands/check.ts')).command(),
  exam: async () => (await import('./commands/exam.ts')).command(),
  watch: async () => (await import('./commands/watch.ts')).command(),
  fidelity: async () => (await import('./commands/fidelity.ts')).command(),
  compare: async () => (await import('./commands/compare.ts')).command(),
  report: async () => (await import('./commands/report.ts')).command(),
  attest: async () => (await import('./commands/attest.ts')).command(),
  mcp: async () => (await import('./commands/mcp.ts')).command(),
  pact: async () => (await import('./commands/pact.ts')).command(),
  completion: async () => (await import('./commands/completion.ts')).command(commands),
};

const names = Object.keys(loaders) as CommandName[];

export const commands: readonly CommandEntry[] = names.map((name) => ({
  name,
  summary: commandLine[name].summary,
  load: loaders[name],
}));
