import type { Check } from '../check.ts';
import { accountRaces } from './accounts.ts';
import { recordRaces } from './records.ts';
import { webhookRaces } from './webhooks.ts';

/** Several clients at once: whatever they get has to be what one after the other would have got. */
export const raceChecks: readonly Check[] = [...webhookRaces, ...recordRaces, ...accountRaces];
