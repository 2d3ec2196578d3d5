import { readFileSync } from 'node:fs';
import type { Level } from './clauses.ts';
import type { ReceiverClauseId } from './receiver-clauses.ts';
import type { WebhookRefusal } from './webhooks/index.ts';

/** What a delivery carries, and what its subscription agreed on; null for what it lacks. */
type Carried = {
  name: string;
  signing_secret: string | null;
  encryption_key: string | null;
  iv: string | null;
  signature: string | null;
  sent_body: string;
};

/** One delivery: what is to be sent, with what, and the exact result. */
export type Vector = Carried & { plain_body: string; cipher_text: string | null };

/** A delivery that a receiver must refuse, the clause that it would break, and the reason in the kit's word. */
export type RefusedVector = Carried & { clause: ReceiverClauseId; level: Level; reason: WebhookRefusal };

export type Vectors = { about: string[]; accepted: Vector[]; refused: RefusedVector[] };

export const loadVectors = (): Vectors =>
  JSON.parse(readFileSync(new URL('./vectors.json', import.meta.url), 'utf8'));
