export type * from 'node:http';

/** An `import` of `node:http` reads each of its exports, and so loads undici as well: 80 ms of the start of every process. */
export const http = process.getBuiltinModule('node:http');
