import { behaviourDefects } from './behaviour.ts';
import { bodyDefects } from './body.ts';
import type { Defect } from './defect.ts';
import { encryptionDefects } from './encryption.ts';
import { secondDefects } from './second-of-everything.ts';
import { signatureDefects } from './signature.ts';

/** Receivers broken in one thing each. */
export const defects: readonly Defect[] = [
  ...signatureDefects,
  ...bodyDefects,
  ...encryptionDefects,
  ...behaviourDefects,
  ...secondDefects,
];
