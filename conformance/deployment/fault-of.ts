import { Failure, UnreadableAnswer } from '../failure.ts';
import type { Trace } from './trace.ts';

/** What comes of a value that is not of the kind it ought to be. */
const tripped = [TypeError, RangeError, URIError, SyntaxError];

/** A check that stumbles over an answer of the wrong shape, or none, has found a fault of the answer, not of the suite. */
export function faultOf(error: unknown, trace: Trace): unknown {
  if (error instanceof UnreadableAnswer) return new Failure('an answer that can be read', error.message);
  if (!tripped.some((kind) => error instanceof kind)) return error;
  // What a check trips over may have come with an earlier answer than the last.
  const answer = trace.misshapen;
  const [fault] = answer?.faults() ?? [];
  return fault ? new Failure('a body of the stated shape', fault.text, answer) : error;
}
