import { createSandbox } from '../../../../simulator/sandbox.ts';
import { clausesById } from '../../../../spec/clauses.ts';
import { changeObjects, isObject } from '../../../../spec/json.ts';
import type { PointId } from '../../../../spec/profile.ts';
import { checks } from '../../../checks/all-checks.ts';
import type { RunOptions } from '../../../deployment/options.ts';
import type { Check } from '../../../judgement/check.ts';
import type { RunResult } from '../../../judgement/result.ts';
import { type AnyProbe, inOrder } from '../../../suite/learn/probe.ts';
import { probes } from '../../../suite/learn/probes/index.ts';
import { runSuite } from '../../../suite/run-suite.ts';
import { isSuccess } from '../../../target/exchange.ts';
import type { EdgeAnswer, EdgeRequest } from '../edge.ts';
import { combined, type Defect, edge, onRequest, withPort } from '../mutant.ts';
import { standardTarget } from '../run-mutant.ts';

/** What a value is like, so that the same request about another user has the same shape. */
function skeleton(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(skeleton);
  if (isObject(value))
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((key) => [key, skeleton(value[key])]),
    );
  if (typeof value !== 'string') return value;
  // Bounds are told apart; where a list ends differs from run to run.
  if (/^-?\d{1,5}$/.test(value)) return Number(value) <= 2 || Number(value) >= 100 ? value : 'within';
  if (/^[0-9a-f]{8}-/i.test(value)) return 'id';
  return /^\d{4}-\d\d-\d\d/.test(value) ? 'time' : 'text';
}

/** The operation, the parameters and the body of a request, without what is different in every request. */
function shapeOf({ operation, url, headers, body }: EdgeRequest): string {
  const query = Object.fromEntries(new URL(url, 'http://edge.test').searchParams);
  const chosen = headers['x-svc-authorisation-id'] === undefined ? '' : ' with an authorisation';
  return `${operation} ${JSON.stringify(skeleton(query))} ${JSON.stringify(skeleton(body) ?? null)}${chosen}`;
}

const refused = (answer: EdgeAnswer): EdgeAnswer => ({
  ...answer,
  status: 400,
  body: { errors: ['Not today'] },
});

const emptied = (body: unknown): unknown =>
  changeObjects(body, (object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => [key, Array.isArray(value) ? [] : value]),
    ),
  );

const inverted = (body: unknown): unknown =>
  changeObjects(body, (object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => {
        if (Array.isArray(value)) return [key, value.toReversed()];
        return [key, typeof value === 'boolean' ? !value : value];
      }),
    ),
  );

/** Three ways to get one request wrong and every other right. */
export const requestDefects = {
  refuses: (answer) => (isSuccess(answer) ? refused(answer) : answer),
  empties: (answer) =>
    isSuccess(answer) ? { ...answer, body: hasList(answer.body) ? emptied(answer.body) : {} } : answer,
  inverts: (answer) =>
    isSuccess(answer) ? { ...answer, body: inverted(answer.body) } : { ...answer, status: 200, body: {} },
} as const satisfies Record<string, (answer: EdgeAnswer) => EdgeAnswer>;

const hasList = (body: unknown): boolean =>
  Array.isArray(body) || (isObject(body) && Object.values(body).some(Array.isArray));

/** The same of deliveries: they do not come, or without what they should carry. */
export const deliveryDefects: Readonly<Record<string, Defect>> = {
  'refuses deliveries': withPort('transport', () => async () => ({ status: 503, body: '' }) as never),
  'empties deliveries': withPort('seal', (seal) => (message, subscription, context) => {
    const { payload, ...rest } = JSON.parse(message);
    return seal(
      JSON.stringify(payload === undefined ? rest : { ...rest, payload: emptied(payload) }),
      subscription,
      context,
    );
  }),
  'strips the headers of deliveries': withPort(
    'transport',
    (transport) => (request) =>
      transport({ ...request, headers: { 'content-type': 'application/json' } } as never),
  ),
};

export const brokenFor = (shape: string, change: (answer: EdgeAnswer) => EdgeAnswer): Defect =>
  edge({
    matches: '*',
    request: () => undefined,
    answer: (answer, request) => (shapeOf(request) === shape ? change(answer) : answer),
  });

const dependsOn = (check: Check): readonly PointId[] => [
  ...(check.points ?? []),
  ...(clausesById().get(check.clause)?.dependsOn ?? []),
];

/** The checks of stated clauses that cannot be judged while this point is unknown. */
export const dependents = (point: PointId): readonly Check[] => {
  const clauses = new Set(
    checks
      .filter((one) => clausesById().get(one.clause)?.level === 'stated' && dependsOn(one).includes(point))
      .map(({ clause }) => clause),
  );
  return checks.filter(({ clause }) => clauses.has(clause));
};

export async function judged(
  judges: readonly Check[],
  defects: readonly Defect[],
  options: RunOptions = {},
  used: readonly AnyProbe[] = probes,
): Promise<RunResult> {
  await using sandbox = await createSandbox({ users: 12, ...combined(defects) });
  return await runSuite({ checks: judges, probes: used }, standardTarget(sandbox), {
    only: judges.map(({ clause }) => clause),
    preflight: false,
    destructive: true,
    mostShrinks: 0,
    patienceMs: 1500,
    runs: 2,
    seed: 1,
    ...options,
  });
}

/** The shapes of the requests that a probe sends, those of the probes before it left out. */
export async function shapesOf({ point, after = [] }: AnyProbe): Promise<ReadonlySet<string>> {
  const chain = (until: readonly PointId[]): readonly AnyProbe[] => {
    const needed = new Set<PointId>(until);
    for (const one of inOrder(probes).toReversed())
      if (needed.has(one.point)) for (const before of one.after ?? []) needed.add(before);
    return probes.filter((one) => needed.has(one.point));
  };
  const asked = async (until: readonly PointId[]): Promise<Set<string>> => {
    const shapes = new Set<string>();
    const records = onRequest('*', (request) => void shapes.add(shapeOf(request)));
    await judged([], [records], { only: [] }, chain(until));
    return shapes;
  };
  const before = await asked(after);
  return new Set([...(await asked([point]))].filter((shape) => !before.has(shape)));
}
