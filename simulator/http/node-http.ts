/**
 * Node's http, got without an import: an import makes every export of a built-in module, and one of this one's loads a
 * whole client that nobody here uses, for a tenth of a sandbox's start.
 */
export const http = process.getBuiltinModule('node:http');
