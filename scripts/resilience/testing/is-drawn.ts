import { sample } from '../../../spec/testing/test-run.ts';

const kinds = [
  ...['damage', 'disk', 'files', 'floods', 'folder', 'fuzz', 'hostile'],
  ...['kill', 'receivers', 'replicas', 'secrets', 'time', 'webhook', 'proxy', 'readers'],
] as const;
const drawn = sample(kinds, 6);

/** Whether this run injects a kind of fault: `npm test` draws six kinds, `npm run proof` takes all. */
export const isDrawn = (kind: (typeof kinds)[number]): boolean => drawn.includes(kind);
