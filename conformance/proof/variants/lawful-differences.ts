import type { RequestHandler } from 'express';
import { type Stream, stream } from '../../../generators/random.ts';
import type { Ports } from '../../../simulator/ports/ports.ts';
import type { ClauseId } from '../../../spec/clauses.ts';
import { changeObjects, isObject, mapValues } from '../../../spec/json.ts';
import { defaultProfile, type PartialProfile, type PointId } from '../../../spec/profile.ts';
import type { WebhookEvent } from '../../../spec/webhooks/index.ts';
import { type EdgeAnswer, type EdgeRequest, edgeMiddleware } from '../mutants/edge.ts';
import { type Defect, pipeline } from '../mutants/mutant.ts';
import { foreignRefusedWith } from './foreign-status.ts';

function shuffled<T>(items: readonly T[], random: Stream): T[] {
  const lots = items.map((item) => ({ item, lot: random.unit() }));
  return lots.sort((a, b) => a.lot - b.lot).map(({ item }) => item);
}

/** Every object of a success has fields that the document does not know, before and after its own. */
const extraFields = (body: unknown): unknown =>
  changeObjects(body, (object) => ({ _revision: 7, ...object, _links: { self: '/' }, _tags: ['a', 'b'] }));

const reversedFields = (body: unknown): unknown =>
  changeObjects(body, (object) => Object.fromEntries(Object.entries(object).reverse()));

function unorderedLists({ points = {} }: PartialProfile): ReadonlySet<string> {
  const lists = ['providers', 'parent_provider_meta', 'employers', 'webhooks', 'presigned_urls'];
  if (points['users.list.order'] === 'unspecified') lists.push('users');
  if (points['bank-statements.list.order'] === 'unspecified') lists.push('bank_statement_submissions');
  if (points['income.list.order'] === 'unspecified') lists.push('income_submissions');
  if (points['connections.order'] === 'unspecified') lists.push('payroll_submissions');
  return new Set(lists);
}

/** Other words around what a message has to say; the estimate's messages are stated word for word. */
const reworded = (errors: unknown): unknown =>
  Array.isArray(errors) ? errors.map((text) => `Sorry, this did not work: ${text}. See our guide.`) : errors;

const amount =
  /^(gross_pay|net_pay|base_salary|bonus|total_tax_paid|income_tax|employee_ni|total_income|income|tax_paid|cost_of_living|housing|total)$/;

/** Other decimals of money: two are an example in the document, whose clause may warn here. */
const decimals: readonly ((amount: string) => string)[] = [
  // Without trailing zeros.
  (text) => text.replace(/\.?(?<!0)0+$/, (end) => (text.includes('.') ? '' : end)),
  (text) => `${text}00`,
  (text) => text.replace(/\.00$/, ''),
];

const otherDecimals = (body: unknown, spell: (amount: string) => string): unknown =>
  changeObjects(body, (object) =>
    mapValues(object, (value, name) =>
      typeof value === 'string' && amount.test(name) ? spell(value) : value,
    ),
  );

/** Implied clauses that read a sentence in one way, where a point leaves the other open. */
const readOtherwise: { readonly [Point in PointId]?: ClauseId } = {
  'bank-statements.list.unknown-user': 'errors.not-found.everywhere',
  'income.list.unknown-user': 'errors.not-found.everywhere',
  'webhooks.delete.unknown-status': 'errors.not-found.everywhere',
  'settings.payroll-period-months.later-change': 'settings.lookback.later-change',
};

export function lawfulWarnings({ points = {} }: PartialProfile): string[] {
  const ours = defaultProfile().points;
  const known = Object.keys(readOtherwise) as PointId[];
  return known.flatMap((id) => ((points[id] ?? ours[id]) === ours[id] ? [] : (readOtherwise[id] ?? [])));
}

/** Ways in which a deployment may differ from ours and keep every clause. */
export function lawfulDifferences(seed: number, profile: PartialProfile): Defect {
  const random = stream(seed, 'lawful differences');
  const drawn = Array.from({ length: 7 }, () => random.chance(0.6));
  const [adds, reverses, shuffles, rewords, waits, prints, spells] = drawn;
  const foreign = random.pick([undefined, 403, 401, 409]);
  const spell = random.pick(decimals);
  const lists = unorderedLists(profile);
  const answer = (given: EdgeAnswer, { operation }: EdgeRequest): EdgeAnswer => {
    let { body } = given;
    if (given.status >= 400) {
      const { errors } = isObject(body) ? body : {};
      if (rewords && operation !== 'getOnsExpenditure') body = { errors: reworded(errors), trace: 'E1' };
      return { ...given, body };
    }
    if (spells) body = otherDecimals(body, spell);
    if (shuffles && isObject(body))
      body = mapValues(body, (value, key) =>
        lists.has(key) && Array.isArray(value) ? shuffled(value, random) : value,
      );
    // A new webhook shows five fields "only".
    if (adds && operation !== 'createWebhook') body = extraFields(body);
    if (reverses) body = reversedFields(body);
    if (prints && body !== undefined) body = Buffer.from(JSON.stringify(body, null, 2));
    const headers = { ...given.headers, 'content-type': 'application/json', 'x-served-by': 'variant' };
    return { ...given, headers, body };
  };
  const edge = edgeMiddleware({ matches: '*', answer, naming: profile.naming });
  return {
    wrap: {
      operations: foreign === undefined ? undefined : foreignRefusedWith(foreign),
      app: waits ? pipeline(latency(random), edge) : edge,
      ports: (ports) => ({
        ...ports,
        seal: adds ? otherwiseWritten(ports.seal) : ports.seal,
        transport: waits ? delayed(ports.transport, random) : ports.transport,
      }),
    },
  };
}

/** Deliveries with fields that the document does not know, and with their time written in another lawful way. */
const otherwiseWritten =
  (seal: Ports['seal']): Ports['seal'] =>
  (message, subscription, context) => {
    const known: WebhookEvent = JSON.parse(message);
    const timestamp = known.timestamp.replace(/\.\d+Z$/, '+00:00');
    const other = { sent_by: 'variant', ...known, timestamp, delivery: context.delivery_id, links: [] };
    return seal(JSON.stringify(other), subscription, context);
  };

const delayed =
  (transport: Ports['transport'], random: Stream): Ports['transport'] =>
  async (request) => {
    await new Promise((resolve) => setTimeout(resolve, random.unit() * 20));
    return transport(request);
  };

const latency =
  (random: Stream): RequestHandler =>
  (_request, _response, next) => {
    if (random.chance(0.8)) next();
    else setTimeout(next, random.unit() * 8);
  };
