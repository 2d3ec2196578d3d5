import type { Command } from 'commander';

export type CommandEntry = { name: string; summary: string; load: () => Promise<Command> };

/** A command's code is loaded when it is called; a new command is a file in commands/, a line here and its summary. */
const loaders = {
  sandbox: async () => (await import('./commands/sandbox.ts')).command(),
  listen: async () => (await import('./commands/listen.ts')).command(),
  trigger: async () => (await import('./commands/trigger.ts')).command(),
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

const summaries: Readonly<Record<keyof typeof loaders, string>> = {
  sandbox: 'run the service on this machine, with people and state',
  listen: 'receive the webhooks of a running sandbox, and show or forward them',
  trigger: 'make an event happen in a running sandbox',
  snapshot: "save a client's whole state to a file, and load it again",
  spec: 'print the contract as a deployment with your profile would publish it',
  world: 'show the people of a seeded world',
  truth: 'tell who is dishonest in a seeded world, and score a detector',
  check: 'judge a deployment clause by clause',
  exam: 'examine a receiver of the webhooks, or (exam client) code that calls the service',
  watch: 'judge traffic as it passes, and learn from it',
  fidelity: 'how true a sandbox is to a recording',
  compare: 'what changed between two ledgers, reports or profiles',
  report: 'print a report again: for people, for GitHub, or beside an older one',
  attest: 'make keys for attestations of a run, verify them, and make badges',
  mcp: 'serve agents: the sandbox and the suite by the Model Context Protocol',
  pact: 'make, compare, verify and publish pacts',
  completion: 'print a script that completes commands and options in your shell',
};

const names = Object.keys(loaders) as (keyof typeof loaders)[];

/** Every command of `payrig`. */
export const commands: readonly CommandEntry[] = names.map((name) => ({
  name,
  summary: summaries[name],
  load: loaders[name],
}));
