import type { Check } from '../../judgement/check.ts';
import { encryptionChecks } from './encryption.ts';
import { payloadChecks } from './payload.ts';
import { routingChecks } from './routing.ts';
import { signatureChecks } from './signature.ts';
import { unsubscribing } from './subscribe.ts';
import { nonEventChecks, triggerChecks } from './triggers.ts';

/** The clauses about events: what causes them, whom they reach, what they hold and how they are protected. */
export const eventChecks: readonly Check[] = [
  ...triggerChecks,
  ...nonEventChecks,
  ...routingChecks,
  ...payloadChecks,
  ...signatureChecks,
  ...encryptionChecks,
].map(unsubscribing);
