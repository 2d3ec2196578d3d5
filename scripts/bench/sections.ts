import type { Effort } from './effort.ts';
import type { Section } from './figure.ts';

/** Every question of the benchmark, by name, loaded when it is asked. */
export const questions: Record<string, (effort: Effort) => Promise<Section>> = {
  serving: async (effort) => (await import('./serving.ts')).serving(effort),
  start: async (effort) => (await import('./start.ts')).start(effort),
  growth: async (effort) => (await import('./growth.ts')).growth(effort),
  replicas: async (effort) => (await import('./replicas.ts')).replicas(effort),
  webhooks: async (effort) => (await import('./webhooks.ts')).webhooks(effort),
  generation: async (effort) => (await import('./generation.ts')).generation(effort),
  suite: async (effort) => (await import('./suite.ts')).suite(effort),
};
