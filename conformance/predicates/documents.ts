import { expectEqual, expectShape, expectSuccess } from '../judgement/expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { fieldsOf, type JsonFields, objectsIn } from '../target/read-json.ts';
import type { Laws } from './law.ts';

const filesOf = ({ sent }: ServiceResponse): readonly JsonFields[] => objectsIn(fieldsOf(sent)['files']);
const itemsOf = ({ body }: ServiceResponse): readonly JsonFields[] =>
  objectsIn(fieldsOf(body)['presigned_urls']);
const pairs = (list: readonly JsonFields[]): string[] =>
  list.map(({ file_name, external_id }) => JSON.stringify([file_name || null, external_id ?? null])).sort();

export const documentLaws = {
  'documents.presign.answer': (answer) => {
    expectSuccess(answer, 200);
    expectShape(answer);
  },
  'documents.presign.one-item-per-file': (answer) => {
    const items = itemsOf(answer);
    expectEqual(items.length, filesOf(answer).length, 'the number of items', answer);
    const addresses = new Set(items.map(({ presigned_url }) => presigned_url));
    expectEqual(addresses.size, items.length, 'the number of different addresses', answer);
  },
  'documents.presign.echo': (answer) =>
    expectEqual(pairs(itemsOf(answer)), pairs(filesOf(answer)), 'the files of the items', answer),
} as const satisfies Laws;
