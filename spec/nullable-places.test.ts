import { expect, it } from 'vitest';
import { loadContract } from './contract.ts';
import { isObject, type JsonObject, objectsIn } from './json.ts';
import { operationsIn, resolve } from './openapi-document.ts';
import { defaultProfile } from './profile.ts';
import { openPointsOf } from './render.ts';

const { document } = loadContract(defaultProfile());
const follow = (node: JsonObject): JsonObject =>
  typeof node['$ref'] === 'string' ? follow(resolve(document, node['$ref'].slice(1))) : node;

/** What the interface document itself says may be null, or may be missing, in our words. */
const shown: readonly [place: RegExp, says: string][] = [
  [/bank_statement_submissions\[\]\./, 'Bank statement submission: extracted data is there when available'],
  [/providers\[\]\.parent$/, 'Provider catalogue: parent can be null'],
  [/employment_information\.leave_date$/, 'Payroll submission: leave_date can be null'],
  [
    /payroll_submissions\[\]\.(account_id|document_\w+)$/,
    'Payroll submission: null by where the data came from',
  ],
  [
    /^user-payroll-submitted(\.payload)?\.account_id$/,
    'Delivery body: account_id is null for a payslip upload',
  ],
];

/** The open points that leave it to a deployment which fields there are; they hold for everything below. */
const leaveOut = ['payroll.required-fields', 'income.required-fields'];

type Place = { place: string; points: string[] };

/** Every place of a schema that may be null, with the open points that cover it. */
function nullableIn(schema: JsonObject, place: string, around: readonly string[]): Place[] {
  const node = follow(schema);
  const own = [...openPointsOf(schema), ...openPointsOf(node)];
  const branches = [node['anyOf'], node['oneOf'], node['allOf']].flatMap((one) => objectsIn(one));
  const isNullable = [node['type']].flat().includes('null') || branches.some((one) => one['type'] === 'null');
  const below = [...around, ...own.filter((id) => leaveOut.includes(id))];
  const fields = Object.entries(isObject(node['properties']) ? node['properties'] : {});
  return [
    ...(isNullable ? [{ place, points: [...own, ...around] }] : []),
    ...branches.flatMap((one) => (one['type'] === 'null' ? [] : nullableIn(one, place, below))),
    ...fields.flatMap(([name, field]) =>
      isObject(field) ? nullableIn(field, `${place}.${name}`, below) : [],
    ),
    ...(isObject(node['items']) ? nullableIn(node['items'], `${place}[]`, below) : []),
  ];
}

const schemasIn = (content: unknown): JsonObject[] =>
  objectsIn(content as JsonObject).flatMap((media) => (isObject(media['schema']) ? [media['schema']] : []));

const places = [
  ...operationsIn(document).flatMap(({ node }) =>
    objectsIn(node['responses']).flatMap((response) =>
      schemasIn(follow(response)['content']).flatMap((schema) =>
        nullableIn(schema, String(node['operationId']), []),
      ),
    ),
  ),
  ...Object.entries(document['webhooks'] as JsonObject).flatMap(([name, hook]) =>
    objectsIn(hook).flatMap(({ requestBody }) =>
      schemasIn((requestBody as JsonObject)['content']).flatMap((schema) => nullableIn(schema, name, [])),
    ),
  ),
];

it('every nullable place of a response or a delivery is shown by the document, or an open point', () => {
  const reasons = new Map<string, number>();
  const without: string[] = [];
  for (const { place, points } of places) {
    const reason = shown.find(([pattern]) => pattern.test(place))?.[1] ?? points[0];
    if (reason === undefined) without.push(place);
    else reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  expect(without).toEqual([]);
  expect(Object.fromEntries(reasons)).toMatchInlineSnapshot(`
    {
      "Bank statement submission: extracted data is there when available": 42,
      "Delivery body: account_id is null for a payslip upload": 2,
      "Payroll submission: leave_date can be null": 3,
      "Payroll submission: null by where the data came from": 12,
      "Provider catalogue: parent can be null": 1,
      "accounts.no-latest-pay-date": 1,
      "connections.empty-entry-id": 1,
      "income.required-fields": 22,
      "payroll.required-fields": 195,
      "payroll.source-values": 3,
      "payroll.trust-score-values": 3,
      "presign.missing-external-id": 1,
    }
  `);
});
