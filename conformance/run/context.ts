import type { PointId, Points } from '../../spec/profile.ts';
import type { ClientUnderTest, Context } from '../check.ts';
import { eventuallyWithin } from '../eventually.ts';
import { readJson } from '../target/read-json.ts';
import { clockLead } from './clock-lead.ts';
import { faultOf } from './fault-of.ts';
import { plainDelivery } from './plain-delivery.ts';
import { recordedArrangement, recordedReceiver } from './recorded.ts';
import type { RunEnvironment } from './run-environment.ts';
import type { RunSide } from './side.ts';
import { Trace } from './trace.ts';

/** What a check or a probe gets. */
export function contextFor(
  world: RunEnvironment,
  trace: Trace,
  points: readonly PointId[],
  name: string,
): Context {
  const side = sideFor(world.side, trace);
  return {
    ...side,
    points: Object.fromEntries(points.map((point) => [point, world.known[point]])) as Pick<Points, never>,
    known: world.known,
    naming: world.naming,
    arranged: undefined,
    get other() {
      return sideFor(present(world.other, 'other-client'), trace);
    },
    get production() {
      return sideFor(present(world.production, 'production'), trace);
    },
    get member() {
      return present(world.side.target.options.member, 'member');
    },
    receiver: recordedReceiver(world.receiver, trace, (inbox, delivery) => {
      const plain = plainDelivery(delivery, trace.agreedAt(inbox), world.naming.vendor);
      if (plain !== undefined) world.heard(readJson(plain));
    }),
    incidents: world.incidents,
    mark: (label = name.replaceAll('.', '-')) => world.nextMark(label),
    shared: (key, make) => shared(world, key, make),
    extracted: (read, isSo) => eventuallyWithin(world.extractions, read, isSo),
    isLent: (userId) => world.side.ledger.isForeign(userId),
    moment: () => moment(world, side),
  };
}

function sideFor(side: RunSide, trace: Trace): ClientUnderTest {
  const own = side.for(trace.record, trace.answered, (id) => trace.made.push(id));
  return { ...own, arrange: recordedArrangement(own.arrange, trace) };
}

/** Belongs to the run and not to the check that happened to come first, so that nobody removes it too early. */
function shared<T>(
  world: RunEnvironment,
  key: string,
  make: (side: ClientUnderTest) => Promise<T>,
): Promise<T> {
  const trace = new Trace();
  const made = () =>
    make(sideFor(world.side, trace)).catch((error: unknown) => {
      throw faultOf(error, trace);
    });
  const common = world.shared.get(key) ?? made();
  world.shared.set(key, common);
  return common as Promise<T>;
}

function present<T>(thing: T | undefined, capability: string): T {
  if (!thing) throw new Error(`The check uses [${capability}] without naming it under needs.`);
  return thing;
}

/** The deployment's own clock where it can be read, else the Date header, which is cut to a second, and the lead. */
async function moment(world: RunEnvironment, side: ClientUnderTest): Promise<{ from: number; to: number }> {
  if (world.offers.has('clock') || world.side.arrangement.functions.now) {
    const now = await side.arrange.now();
    return { from: now, to: now };
  }
  const { headers } = await side.call('listProviders');
  const at = Date.parse(headers['date'] ?? '');
  const slackMs = 5000;
  const now = (Number.isNaN(at) ? Date.now() : at) + (await clockLead(world));
  return { from: now - slackMs, to: now + 1000 + slackMs };
}
