import type { Command } from 'commander';

export type CommandEntry = { name: string; summary: string; load: () => Promise<Command> };

/** Every command of `payrig`; a new one is a file in commands/ and an entry here. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'sandbox',
    summary: 'run the service on this machine, with people and state',
    load: async () => (await import('./commands/sandbox.ts')).sandboxCommand(),
  },
  {
    name: 'listen',
    summary: 'receive the webhooks of a running sandbox, and show or forward them',
    load: async () => (await import('./commands/listen.ts')).listenCommand(),
  },
  {
    name: 'trigger',
    summary: 'make an event happen in a running sandbox',
    load: async () => (await import('./commands/trigger.ts')).triggerCommand(),
  },
  {
    name: 'snapshot',
    summary: "save a client's whole state to a file, and load it again",
    load: async () => (await import('./commands/snapshot.ts')).snapshotCommand(),
  },
  {
    name: 'spec',
    summary: 'print the contract as a deployment with your profile would publish it',
    load: async () => (await import('./commands/spec.ts')).specCommand(),
  },
  {
    name: 'world',
    summary: 'show the people of a seeded world',
    load: async () => (await import('./commands/world.ts')).worldCommand(),
  },
  {
    name: 'check',
    summary: 'judge a deployment clause by clause',
    load: async () => (await import('./commands/check.ts')).checkCommand(),
  },
  {
    name: 'exam',
    summary: 'examine a receiver of the webhooks, clause by clause',
    load: async () => (await import('./commands/exam.ts')).examCommand(),
  },
  {
    name: 'report',
    summary: 'print a report again: for people, for GitHub, or beside an older one',
    load: async () => (await import('./commands/report.ts')).reportCommand(),
  },
  {
    name: 'pact',
    summary: 'make, compare, verify and publish pacts',
    load: async () => (await import('./commands/pact.ts')).pactCommand(),
  },
  {
    name: 'completion',
    summary: 'print a script that completes commands and options in your shell',
    load: async () => (await import('./commands/completion.ts')).completionCommand(commands),
  },
];
