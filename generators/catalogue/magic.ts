import type { MfaKind } from './provider.ts';

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
  /** What a caller sees, in one sentence. */
  effect: string;
};

/** User names that make any provider behave in a certain way, for any user. */
export const magicLogins: readonly MagicLogin[] = [
  {
    userName: 'ok',
    behaviour: { kind: 'ok' },
    effect: 'Links at once, with no second factor, and holds a year of payslips.',
  },
  {
    userName: 'mfa',
    behaviour: { kind: 'mfa', mfa: 'code', answer: '1234' },
    effect: 'Stays PENDING until the code 1234 is sent.',
  },
  {
    userName: 'mfa-date',
    behaviour: { kind: 'mfa', mfa: 'date', answer: '1990-01-31' },
    effect: 'Stays PENDING until the date 1990-01-31 is sent.',
  },
  {
    userName: 'mfa-password',
    behaviour: { kind: 'mfa', mfa: 'password-characters', answer: 'adx' },
    effect: 'Stays PENDING until the password characters adx are sent.',
  },
  {
    userName: 'fail',
    behaviour: { kind: 'fail', message: 'The provider does not know this user name and password.' },
    effect: 'The provider refuses the login: connection queries are refused.',
  },
  {
    userName: 'lock',
    behaviour: { kind: 'lock' },
    effect: 'The provider has locked the login: the account is LOCKED from the start.',
  },
  {
    userName: 'timeout',
    behaviour: { kind: 'time-out' },
    effect: 'The provider never answers: connection queries give up.',
  },
  {
    userName: 'nothing',
    behaviour: { kind: 'nothing' },
    effect: 'Links at once; the provider holds no payslips, now or later.',
  },
];

export type MagicAnswer = {
  /** The value of `mfa` to send. */
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
