import type { Check } from '../../judgement/check.ts';
import { encryptionChecks } from './encryption.ts';
import { payloadChecks } from './payload.ts';
import { routingChecks } from './routing.ts';
import { signatureChecks } from './signature.ts';
import { unsubscribing } from './subscribe.ts';
import { nonEventChecks, triggerChecks } from './triggers.ts';

export const eventChecks: readonly Check[] = [
  ...triggerChecks,
  ...nonEventChecks,
  ...routingChecks,
  ...payloadChecks,
  ...signatureChecks,
  ...encryptionChecks,
].map(unsubscribing);
