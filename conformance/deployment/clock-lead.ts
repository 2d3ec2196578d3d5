import type { RunEnvironment } from './run-environment.ts';
import { Trace } from './trace.ts';

const dayMs = 24 * 60 * 60 * 1000;
const leads = new WeakMap<RunEnvironment, Promise<number>>();

/**
 * How far the deployment's clock runs ahead of real time, for runs that cannot read it: an earlier run may have moved
 * it. Told by the creation time of a webhook. A lead of less than a day is none, so that a time in the wrong zone is not
 * excused by it.
 */
export function clockLead(environment: RunEnvironment): Promise<number> {
  const lead = leads.get(environment) ?? measured(environment);
  leads.set(environment, lead);
  return lead;
}

async function measured(environment: RunEnvironment): Promise<number> {
  if (!environment.offers.has('writes')) return 0;
  const trace = new Trace();
  const { call } = environment.client.for(trace.record, trace.answered, (id) => trace.made.push(id));
  const answer = await call('createWebhook', {
    body: {
      name: environment.nextMark('clock'),
      events: ['user-taxauth-data-submitted'],
      url: 'https://receiver.invalid/hooks',
      config: {},
    },
  });
  await environment.client.cleanup.remove(trace.made);
  const { created_at } = (answer.body ?? {}) as { created_at?: unknown };
  const real = Date.parse(answer.headers['date'] ?? '') || Date.now();
  const lead = Date.parse(String(created_at)) - real;
  if (!(lead >= dayMs)) return 0;
  environment.notes.push(
    `The deployment's clock is ${Math.round(lead / dayMs)} days ahead of real time; times are judged by it.`,
  );
  return lead;
}
