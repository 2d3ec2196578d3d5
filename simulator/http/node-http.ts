/**
 * Node's http and https, got without an import: an import makes every export of a built-in module, and one of http's
 * loads a whole client that nobody here uses, for a tenth of a sandbox's start.
 */
export const http = process.getBuiltinModule('node:http');
export const https = process.getBuiltinModule('node:https');
