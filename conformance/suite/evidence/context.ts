import type { PointId } from '../../../spec/profile.ts';
import type { RunClient } from '../../deployment/run-client.ts';
import type { RunEnvironment } from '../../deployment/run-environment.ts';
import type { ClientUnderTest, Context } from '../../judgement/check.ts';
import { eventuallyWithin } from '../../receiver/eventually.ts';
import { subscribe } from '../../steps/lawful-requests.ts';
import { fieldsOf, readJson } from '../../target/read-json.ts';
import { plainDelivery, recordedArrangement, recordedReceiver } from './recorded.ts';
import { faultOf, Trace } from './trace.ts';

export function contextFor(
  environment: RunEnvironment,
  trace: Trace,
  points: readonly PointId[],
  name: string,
): Context<never, undefined> {
  const client = clientFor(environment.client, trace);
  const { deliveries } = environment.client.arrangement.functions;
  return {
    ...client,
    points: Object.fromEntries(points.map((point) => [point, environment.known[point]])),
    known: environment.known,
    naming: environment.naming,
    arranged: undefined,
    get other() {
      return clientFor(present(environment.other, 'other-client'), trace);
    },
    get production() {
      return clientFor(present(environment.production, 'production'), trace);
    },
    get member() {
      return present(environment.client.target.options.member, 'member');
    },
    receiver: recordedReceiver(environment.receiver, deliveries, trace, (inbox, delivery) => {
      const plain = plainDelivery(delivery, trace.agreedAt(inbox), environment.naming.vendor);
      if (plain !== undefined) environment.heard(readJson(plain));
    }),
    incidents: environment.incidents,
    mark: (label = name.replaceAll('.', '-')) => environment.nextMark(label),
    shared: (key, make) => shared(environment, trace, key, make),
    extracted: (read, isSo) => eventuallyWithin(environment.extractions, read, isSo),
    isLent: (userId) => environment.client.cleanup.isForeign(userId),
    moment: () => moment(environment, client, trace),
  };
}

function clientFor(client: RunClient, trace: Trace): ClientUnderTest {
  const own = client.for(trace);
  return { ...own, arrange: recordedArrangement(own.arrange, trace) };
}

/** Belongs to the run, not to the first check: clean-up after that check must not remove it. */
function shared<T>(
  environment: RunEnvironment,
  trace: Trace,
  key: string,
  make: (client: ClientUnderTest) => Promise<T>,
): Promise<T> {
  const own = new Trace();
  const made = (): Promise<unknown> =>
    make(clientFor(environment.client, own)).catch((error: unknown) => {
      throw faultOf(error, own);
    });
  const common = environment.shared.get(key) ?? { made: made(), arrangedBy: own.arrangedBy };
  environment.shared.set(key, common);
  return common.made.finally(() => {
    for (const call of common.arrangedBy) trace.arrangedBy.add(call);
  }) as Promise<T>;
}

function present<T>(thing: T | undefined, capability: string): T {
  if (!thing) throw new Error(`The check uses [${capability}] without naming it under needs.`);
  return thing;
}

/** The public moment, or the arrangement's clock where the check arranges anyway, or where that says another time. */
async function moment(environment: RunEnvironment, client: ClientUnderTest, trace: Trace) {
  const { now: clock } = environment.client.arrangement.functions;
  if (!clock) return publicMoment(environment, client);
  if (trace.arrangedBy.size === 0) {
    const shown = await publicMoment(environment, client);
    const now = await clock();
    if (now >= shown.from && now <= shown.to) return shown;
  }
  const now = await client.arrange.now();
  return { from: now, to: now };
}

/** By the Date header, which is cut to a second, and the lead. */
async function publicMoment(environment: RunEnvironment, client: ClientUnderTest) {
  const { headers } = await client.call('listProviders');
  const at = Date.parse(headers['date'] ?? '');
  const slackMs = 5000;
  const now = (Number.isNaN(at) ? Date.now() : at) + (await clockLead(environment));
  return { from: now - slackMs, to: now + 1000 + slackMs };
}

const dayMs = 24 * 60 * 60 * 1000;
const leads = new WeakMap<RunEnvironment, Promise<number>>();

/**
 * How far the clock runs ahead of real time, for runs that cannot read it: an earlier run may have moved it. The creation time of a
 * webhook shows it. A lead of less than a day does not count, so that it does not excuse a time in the wrong zone.
 */
function clockLead(environment: RunEnvironment): Promise<number> {
  const lead = leads.get(environment) ?? measured(environment);
  leads.set(environment, lead);
  return lead;
}

async function measured(environment: RunEnvironment): Promise<number> {
  if (!environment.offers.has('writes')) return 0;
  const trace = new Trace();
  const { call } = environment.client.for(trace);
  const answer = await subscribe({ call, mark: () => environment.nextMark('clock') });
  await environment.client.cleanup.remove(trace.made);
  const { created_at } = fieldsOf(answer.body);
  const real = Date.parse(answer.headers['date'] ?? '') || Date.now();
  const lead = Date.parse(String(created_at)) - real;
  if (!(lead >= dayMs)) return 0;
  // Where the clock can be read it has the last word, and this run may have moved it.
  if (!environment.client.arrangement.functions.now)
    environment.notes.push(
      `The deployment's clock is ${Math.round(lead / dayMs)} days ahead of real time; times are judged by it.`,
    );
  return lead;
}
