import { didYouMean } from '../../spec/did-you-mean.ts';
import { type EventWord, eventKinds, eventWords } from '../../spec/webhooks/events.ts';
import { UsageError } from '../terminal/usage-error.ts';

/** The event that a user typed: a short word, or a whole kind with the deployment's word for the authority or ours. */
export function eventWord(typed: string, authority: string): EventWord {
  const kindsOf = (word: EventWord): string[] => [word, eventKinds(authority)[word], eventKinds()[word]];
  const found = eventWords.find((word) => kindsOf(word).includes(typed));
  if (found !== undefined) return found;
  throw new UsageError(
    `There is no event ${typed}.${didYouMean(typed, eventWords.flatMap(kindsOf))} There are ${eventWords.map((word) => `${word} (${kindsOf(word)[1]})`).join(', ')}.`,
  );
}

export const eventKind = (typed: string, authority: string): string =>
  eventKinds(authority)[eventWord(typed, authority)];
