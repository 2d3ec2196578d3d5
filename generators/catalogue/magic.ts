import { type Row, readTable } from '../table.ts';
import { type MfaKind, mfaKindNamed } from './providers.ts';

/** What a magic user name makes the provider do. */
export type MagicBehaviour =
  | { kind: 'ok' }
  | { kind: 'mfa'; mfa: MfaKind; answer: string }
  | { kind: 'fail'; message: string }
  | { kind: 'lock' }
  | { kind: 'time-out' }
  | { kind: 'nothing' };

export type MagicLogin = {
  /** The user name to log in with; `+anything` may follow. */
  userName: string;
  behaviour: MagicBehaviour;
  effect: string;
};

/** User names that make any provider behave in a certain way, for any user. */
export const magicLogins: readonly MagicLogin[] = readTable('catalogue/data/magic-logins').map((row) => ({
  userName: row.user_name ?? '',
  behaviour: behaviourOf(row),
  effect: row.effect ?? '',
}));

function behaviourOf({ kind, mfa, answer = '', message = '' }: Row): MagicBehaviour {
  const asked = mfaKindNamed(mfa);
  if (kind === 'mfa' && asked) return { kind, mfa: asked, answer };
  if (kind === 'fail') return { kind, message };
  if (kind === 'ok' || kind === 'lock' || kind === 'time-out' || kind === 'nothing') return { kind };
  throw new Error(`There is no magic of the kind ${kind}`);
}

export type MagicAnswer = {
  answer: string;
  behaviour: 'wrong' | 'lock' | 'time-out';
  effect: string;
};

/** Answers to the second factor that do the same on every account that waits for one. */
export const magicAnswers: readonly MagicAnswer[] = [
  { answer: 'wrong', behaviour: 'wrong', effect: 'Is always wrong, and uses up one login attempt.' },
  { answer: 'lock', behaviour: 'lock', effect: 'Uses up every attempt at once: the account is LOCKED.' },
  { answer: 'timeout', behaviour: 'time-out', effect: 'The provider never answers; no attempt is used up.' },
];

const loginsByName = new Map(magicLogins.map((login) => [login.userName, login]));
const answersByText = new Map(magicAnswers.map((magic) => [magic.answer, magic]));

// The part after a plus keeps parallel tests apart; it changes nothing else.
const stem = (text: string) => text.split('+', 1)[0]!.trim().toLowerCase();

/** The magic behind a user name (`mfa`, `mfa+run7`), if there is any. */
export const magicOf = (userName: string): MagicLogin | undefined => loginsByName.get(stem(userName));

/** The magic behind an answer to a second factor (`wrong`, `lock+run7`), if there is any. */
export const magicAnswerOf = (answer: string): MagicAnswer | undefined => answersByText.get(stem(answer));
