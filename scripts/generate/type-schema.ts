import { fileURLToPath } from 'node:url';
import ts from 'typescript';

type Schema = Record<string, unknown>;

/** As far from 1970 as an instant can be, in milliseconds. */
const LARGEST = 8.64e15;

/** Numbers with bounds of their own. All others are counts, which are not negative. */
const instant = { minimum: -LARGEST, maximum: LARGEST };
const integer = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const bounds: Record<string, Schema> = {
  ...{ at: instant, created_at: instant, due: instant, latest_event_at: instant },
  ...{ phone: integer, seed: integer, times: integer },
};

/** The JSON Schema of an exported type that is plain JSON; `formats` are the aliases of texts with a format. */
export function typeSchema(file: URL, name: string, formats: ReadonlyMap<string, string>): Schema {
  const path = fileURLToPath(file);
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
    lib: ['lib.es2023.d.ts'],
  };
  const host = ts.createCompilerHost(options);
  // Reading the types of packages took a fifth of `npm run generate`; a stored type that needs one is refused below.
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) =>
      text.startsWith('.')
        ? ts.resolveModuleName(text, from, options, host, undefined, undefined, ts.ModuleKind.ESNext)
        : { resolvedModule: undefined },
    );
  const program = ts.createProgram([path], options, host);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const root = source?.statements.filter(ts.isTypeAliasDeclaration).find((one) => one.name.text === name);
  if (!root) throw new Error(`${path} declares no type ${name}`);
  const $defs: Record<string, Schema> = {};
  const names = new Map<ts.Type, string>();

  /** The format that a declaration names: `Timestamp` does, whatever the alias stands for. */
  const formatOf = (symbol: ts.Symbol): string | undefined => {
    const words = symbol.declarations?.find(ts.isPropertySignature)?.type?.getText().match(/\w+/g) ?? [];
    const [named] = words.flatMap((word) => formats.get(word.replace(/^Nullable/, '')) ?? []);
    return named ?? (Object.hasOwn(bounds, symbol.name) ? symbol.name : undefined);
  };

  const properties = (type: ts.Type): Schema => {
    const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    const found = checker.getPropertiesOfType(type);
    const required = found.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional)).map((one) => one.name);
    const schema: Schema = { type: 'object', required };
    schema['properties'] = Object.fromEntries(
      found.map((one) => [one.name, schemaOf(checker.getTypeOfSymbolAtLocation(one, root), formatOf(one))]),
    );
    if (index && !(index.flags & ts.TypeFlags.Unknown)) schema['additionalProperties'] = schemaOf(index);
    return schema;
  };

  /** Each object type is defined once, so that a type may contain itself. */
  const definition = (type: ts.Type): Schema => {
    const known = names.get(type);
    if (known) return { $ref: `#/$defs/${known}` };
    const added = `object${names.size}`;
    names.set(type, added);
    $defs[added] = properties(type);
    return { $ref: `#/$defs/${added}` };
  };

  const schemaOf = (type: ts.Type, format?: string): Schema => {
    if (type.isUnion()) {
      const members = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
      const literals = members.flatMap((one) => (one.isStringLiteral() ? one.value : []));
      const others = members.filter((one) => !one.isStringLiteral());
      const forms = others.map((one) => schemaOf(one, format));
      if (literals.length > 0) forms.push({ enum: literals });
      return forms.length === 1 && forms[0] ? forms[0] : { anyOf: forms };
    }
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === 'true' };
    if (type.flags & ts.TypeFlags.Null) return { type: 'null' };
    if (type.flags & ts.TypeFlags.Undefined) return { not: {} };
    if (type.flags & ts.TypeFlags.String)
      return format && !Object.hasOwn(bounds, format) ? { type: 'string', format } : { type: 'string' };
    if (type.flags & ts.TypeFlags.Number)
      return { type: 'number', ...(bounds[format ?? ''] ?? { minimum: 0, maximum: LARGEST }) };
    if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    if (type.flags & ts.TypeFlags.Unknown) return {};
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference);
      return { type: 'array', items: item ? schemaOf(item, format) : {} };
    }
    if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection | ts.TypeFlags.NonPrimitive))
      return definition(type);
    throw new Error(`${checker.typeToString(type)} is not JSON`);
  };

  return { ...properties(checker.getTypeAtLocation(root)), $defs };
}
