import { hasMoreValues } from '../../spec/bounds.ts';
import { loadContract } from '../../spec/contract.ts';
import { type Json, textsIn } from '../../spec/json.ts';
import { lazy } from '../../spec/lazy.ts';
import type { OperationId } from '../../spec/operations.ts';
import { defaultProfile, loadOpenPoints, type OpenPoint, type PointId } from '../../spec/profile.ts';
import { fieldsOf, type JsonFields, objectsIn } from '../target/read-json.ts';

type Asked = { readonly operation: OperationId; readonly sent: unknown };

const contract = lazy(() => loadContract(defaultProfile()));

/** A number or a boolean in quotes may be accepted as itself. */
const isMeant = (text: unknown, type: string): boolean =>
  typeof text === 'string' &&
  ((/integer/.test(type) && Number.isInteger(Number(text))) ||
    (/boolean/.test(type) && /^(true|false)?$/i.test(text)));

/**
 * The places of a body with a value of another JSON type than the contract gives its field; null may stand for nothing. A
 * deployment may not know a field that the document does not list, unless it `isKnown` to refuse its values.
 */
export function illTyped({ operation, sent }: Asked, isKnown = false): string[] {
  const { operations, validators } = contract();
  const pointer = operations.get(operation)?.body?.pointer;
  if (pointer === undefined) return [];
  const validate = validators.at(pointer, hasMoreValues(sent, 5000) ? 'first' : 'all');
  if (validate(sent)) return [];
  const found = (validate.errors ?? []).filter(({ keyword, instancePath, data, params, parentSchema }) => {
    const type = String(params['type']);
    if (!isKnown && parentSchema?.['x-open-point'] === 'configuration.income-enabled') return false;
    if (keyword !== 'type' || type === 'null') return false;
    return instancePath !== '' && data !== null && !isMeant(data, type);
  });
  return [...new Set(found.map(({ instancePath }) => instancePath))];
}

/** An open point about the fields that an operation requires. */
export type RequiredPoint = Extract<PointId, `requests.required.${string}`>;
export const isRequiredPoint = (point: string): point is RequiredPoint =>
  point.startsWith('requests.required.');

const requirable = lazy(() => {
  const choices = (schema: OpenPoint['schema']): string[] => textsIn(fieldsOf(schema.items)['enum'] as Json);
  return new Map(loadOpenPoints().map(({ id, schema }) => [id, choices(schema)]));
});
export const mayRequire = (point: RequiredPoint): readonly string[] => requirable().get(point) ?? [];

/** The objects in which an operation requires fields: the body, or each of its files. */
export const requiringObjects = ({ operation, sent }: Asked): readonly JsonFields[] =>
  operation === 'presignBankStatements' ? objectsIn(fieldsOf(sent)['files']) : [fieldsOf(sent)];
