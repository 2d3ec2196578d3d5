import { listed, type Measure } from './figure.ts';

/** Every question of the benchmark by name; its code is loaded when it is measured. */
export const questions: Record<string, Measure> = {
  serving: async (effort) => (await import('./serving.ts')).serving(effort),
  start: async (effort) => (await import('./start.ts')).start(effort),
  growth: async (effort) => (await import('./growth.ts')).growth(effort),
  history: async (effort) => (await import('./history.ts')).history(effort),
  replicas: async (effort) => (await import('./replicas.ts')).replicas(effort),
  rest: async (effort) => (await import('./rest.ts')).rest(effort),
  claims: async (effort) => (await import('./claims.ts')).claims(effort),
  webhooks: async (effort) => (await import('./webhooks.ts')).webhooks(effort),
  watch: async (effort) => (await import('./watch.ts')).watch(effort),
  suite: async (effort) => (await import('./suite.ts')).suite(effort),
};

/** The questions that are answered by processes alone, and so on any Node. */
export const ofProcesses = Object.keys(questions).filter((name) => !listed[name]?.inProcess);
