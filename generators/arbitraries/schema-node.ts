/** The parts of JSON Schema that the contracts use. */
export type SchemaNode = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: SchemaNode[];
  oneOf?: SchemaNode[];
  allOf?: SchemaNode[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: SchemaNode;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  minProperties?: number;
  additionalProperties?: boolean | SchemaNode;
};

/** The node that a JSON pointer leads to, with every `$ref` on the way followed. */
export function nodeAt(document: object, pointer: string): SchemaNode {
  let node: unknown = document;
  for (const part of pointer.split('/').slice(1)) {
    node = (node as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
    if (node === undefined) throw new Error(`The document has nothing at ${pointer}`);
  }
  return followed(document, node as SchemaNode);
}

/** The node itself, or the one that its `$ref` names. */
export function followed(document: object, node: SchemaNode): SchemaNode {
  return node.$ref === undefined ? node : nodeAt(document, node.$ref.replace(/^#/, ''));
}
