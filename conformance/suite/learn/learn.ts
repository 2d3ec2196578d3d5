import { isDeepStrictEqual } from 'node:util';
import { loadOpenPoints, type OpenPoint, type PointId } from '../../../spec/profile.ts';
import { lacking } from '../../deployment/offers.ts';
import type { RunEnvironment } from '../../deployment/run-environment.ts';
import { allows } from '../../judgement/allows.ts';
import { writing } from '../../judgement/capability.ts';
import type { PointResult } from '../../judgement/result.ts';
import { errorText, RunStopped, TargetUnusable } from '../../target/call-errors.ts';
import { runSchedule } from '../engine/run-schedule.ts';
import { contextFor } from '../evidence/context.ts';
import { Trace } from '../evidence/trace.ts';
import { type AnyProbe, inOrder } from './probe.ts';

/** Runs the probes of unknown points. It judges and assumes nothing: what cannot be learnt stays unknown. */
export async function learn(
  environment: RunEnvironment,
  probes: readonly AnyProbe[],
  wanted: ReadonlySet<PointId>,
  onResult: (result: PointResult) => void,
): Promise<PointResult[]> {
  const results = new Map<string, PointResult>();
  const settled = new Map<string, Promise<void>>();
  const chosen = inOrder(probes).filter(({ point }) => wanted.has(point) && !environment.declared.has(point));
  const keep = (result: PointResult): void => {
    results.set(result.point, result);
    if (result.verdict === 'defined') Object.assign(environment.known, { [result.point]: result.value });
    onResult(result);
  };
  for (const one of chosen.filter(({ first }) => first)) keep(await probed(environment, one));
  await runSchedule(
    chosen.filter(({ first }) => !first),
    environment.concurrency,
    ({ exclusive }) => exclusive,
    (one) => {
      const before = Promise.all((one.after ?? []).map((point) => settled.get(point)));
      const done = before.then(async () => keep(await probed(environment, one)));
      settled.set(one.point, done);
      return done;
    },
  );
  return loadOpenPoints()
    .filter(({ id }) => wanted.has(id))
    .map((point) => results.get(point.id) ?? withoutProbe(environment, point));
}

function withoutProbe(environment: RunEnvironment, { id: point, question, learnt }: OpenPoint): PointResult {
  const common = { point, question, requests: 0 };
  if (Object.hasOwn(environment.known, point))
    return { ...common, verdict: 'defined', value: environment.known[point], from: 'profile' };
  const reason =
    learnt === 'declared'
      ? 'only the owner of the deployment can say; name it in a profile'
      : 'no probe was made for it in this run';
  return { ...common, verdict: 'unknown', reason };
}

async function probed(environment: RunEnvironment, one: AnyProbe): Promise<PointResult> {
  const { point, needs = [] } = one;
  const asked = loadOpenPoints().find(({ id }) => id === point) as OpenPoint;
  const trace = new Trace();
  const common = { point, question: asked.question };
  const unknown = (reason: string): PointResult => ({
    ...common,
    verdict: 'unknown',
    reason: environment.redactor.text(reason),
    requests: trace.requests,
  });
  const all = needs.some((need) => writing.has(need)) ? (['writes', ...needs] as const) : needs;
  const missing = all.filter((need) => !environment.offers.has(need));
  if (missing.length > 0) return unknown(lacking(missing, environment.serverKind).message);
  const before = (one.after ?? []).filter((earlier) => !Object.hasOwn(environment.known, earlier));
  if (before.length > 0) return unknown(`it depends on ${before.join(', ')}, which is not known`);
  try {
    const find = () => one.learn(contextFor(environment, trace, one.after ?? [], point));
    const finding = await find();
    if ('unknown' in finding) return unknown(finding.unknown);
    // Clauses are judged by it, so it is seen twice, with other users; deliveries are too slow for that.
    const isOnce = one.once || one.exclusive || one.first || needs.includes('receiver');
    // What the first time left may be in the way of the second.
    for (const { cleanup } of isOnce ? [] : environment.clients) await cleanup.remove(trace.made);
    const again = isOnce ? finding : await find();
    if (!isDeepStrictEqual(again, finding))
      return unknown(`it showed first ${JSON.stringify(finding)} and then ${JSON.stringify(again)}`);
    const { value } = finding;
    const unforeseen = { remarkable: 'a value that the suite does not foresee' };
    if (!allows(asked, value)) return { ...unknown(`it showed ${JSON.stringify(value)}`), ...unforeseen };
    const remarkable = absent[`${point} ${JSON.stringify(value)}`];
    environment.learntBy.set(point, trace.arrangedBy);
    return { ...common, verdict: 'defined', value, from: 'probe', remarkable, requests: trace.requests };
  } catch (error) {
    if (error instanceof TargetUnusable || error instanceof RunStopped) throw error;
    return unknown(errorText(error));
  } finally {
    for (const { cleanup } of environment.clients) await cleanup.remove(trace.made);
  }
}

/** Values that mean never or nothing, by point and value: the report points them out. */
const absent: Readonly<Record<string, string>> = {
  'auth.member-token.operations []':
    "a member's token opens nothing, though the document says that it is accepted",
  'events.income.trigger "never"': 'the tax-authority event can be subscribed to and is never sent',
};
