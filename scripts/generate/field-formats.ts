import type { OpenAPI3 } from 'openapi-typescript';
import { dereferenced, type Schema } from '../../spec/openapi-document.ts';

/** The fields of a schema that have a mark; those of a list are the fields of each of its items. */
type Marks = string | { [field: string]: Marks } | undefined;

/** The format of every given field that has one, and the type of every field that webhooks carry in another type. */
export function renderFormats(service: OpenAPI3, arrangement: OpenAPI3): string {
  const partial = schemasOf(arrangement, /^Partial/);
  const given = partial.map(([name, schema]): [string, Marks] => [name, formatsIn(schema)]);
  const sent: [string, Marks][] = schemasOf(service, /^Event.*Submission$/).map(([name, schema]) => {
    const source = schemasOf(service, new RegExp(`^${name.slice('Event'.length)}$`))[0]![1];
    return [name, otherTypes(service, source, schema)];
  });
  const rendered = (marks: [string, Marks][]) => JSON.stringify(Object.fromEntries(marks), null, 2);
  return `export const givenFormats = ${rendered(given)} as const;\n\nexport const eventTypes = ${rendered(sent)} as const;\n`;
}

const schemasOf = ({ components }: OpenAPI3, names: RegExp): [string, Schema][] =>
  Object.entries((components?.schemas ?? {}) as Record<string, Schema>).filter(([name]) => names.test(name));

function formatsIn({ $ref, format, items, properties }: Schema): Marks {
  if ($ref !== undefined) return $ref.split('/Given')[1]?.toLowerCase();
  if (format === 'uuid') return 'uuid';
  return items ? formatsIn(items) : marked(properties, formatsIn);
}

function otherTypes(document: OpenAPI3, from: Schema, to: Schema): Marks {
  const [source, target] = [from, to].map((one): Schema => whole(document, one)) as [Schema, Schema];
  if (source.items && target.items) return otherTypes(document, source.items, target.items);
  if (target.properties)
    return marked(target.properties, (schema, name) =>
      otherTypes(document, source.properties![name]!, schema),
    );
  const [type = ''] = [target.type ?? []].flat();
  return [source.type ?? []].flat()[0] === type ? undefined : type;
}

/** A schema with its reference followed; of two forms the one that is not null. */
function whole(document: OpenAPI3, schema: Schema): Schema {
  const found = dereferenced(document as never, schema as never) as Schema;
  return found.anyOf ? whole(document, found.anyOf[0]!) : found;
}

function marked(fields: Schema['properties'] = {}, markOf: (schema: Schema, name: string) => Marks): Marks {
  const marks = Object.entries(fields).flatMap(([name, schema]) => {
    const mark = markOf(schema, name);
    return mark === undefined ? [] : [[name, mark] as const];
  });
  return marks.length === 0 ? undefined : Object.fromEntries(marks);
}
