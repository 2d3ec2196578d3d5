import type { Measure } from './figure.ts';

/** Every question of the benchmark by name; its code is loaded when it is measured. */
export const questions: Record<string, () => Promise<Measure>> = {
  serving: async () => (await import('./serving.ts')).serving,
  start: async () => (await import('./start.ts')).start,
  growth: async () => (await import('./growth.ts')).growth,
  history: async () => (await import('./growth.ts')).history,
  replicas: async () => (await import('./replicas.ts')).replicas,
  rest: async () => (await import('./rest.ts')).rest,
  claims: async () => (await import('./claims.ts')).claims,
  webhooks: async () => (await import('./webhooks.ts')).webhooks,
  watch: async () => (await import('./watch.ts')).watch,
  suite: async () => (await import('./suite.ts')).suite,
};
