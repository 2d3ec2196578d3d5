import { loadClauses } from '../../../spec/clauses.ts';
import { expectThat } from '../../judgement/expect.ts';
import { illTyped, isRequiredPoint, mayRequire, requiringObjects } from '../../predicates/request-bodies.ts';
import { isInvalid } from '../memory/passed.ts';
import { problemAt } from '../memory/picture.ts';
import { type Rule, refused, rule, saidIn, says } from '../memory/rule.ts';

/** A message that names nothing, and one of those that says that something is missing. */
const naming =
  /\b(?!(the|an?|some|this|request|body|required|fields?|parameters?|values?|is|are|of|missing|not|(in)?complete|bad)\b)\w+/i;
const incomplete = /\b(missing|required|not complete|incomplete)\b/i;

/** Of several values that were each refused alone, a refusal has a message for each. */
const aMessageEach = rule(
  ['errors.body.one-message-per-problem', 'updateUser', 'updateConfiguration'],
  (seen, { trials }) => {
    const known = illTyped(seen, true).filter((place) => trials.problems.has(problemAt(seen, place)));
    const expected = `a message for each of ${known.join(', ')}`;
    if (!isInvalid(seen) || known.length < 2) return false;
    return expectThat(saidIn(seen).length >= known.length, expected, seen.text, seen);
  },
);

/** The clauses about bodies that lack a field or have a value of another type: which fields, the open points and the contract say. */
export const bodyRules: readonly Rule[] = [
  aMessageEach,
  ...loadClauses().flatMap(({ id, dependsOn }) => {
    if (/\.ill-typed/.test(id)) return [refused(id, (seen) => illTyped(seen).length > 0)];
    const point = dependsOn.find(isRequiredPoint);
    if (point === undefined || !/\.missing-[a-z]+-named$/.test(id)) return [];
    return [
      rule(id, (seen, { known }) => {
        const objects = requiringObjects(seen);
        const lacking = mayRequire(point).filter((field) => objects.some((one) => one[field] === undefined));
        if (seen.status !== 400 || lacking.length === 0) return false;
        // Some refuse for another reason first; what says that a field is missing has to name one.
        if (lacking.some((field) => says(seen, field))) return true;
        const isKnown = lacking.some((field) => known[point]?.includes(field as never));
        const isSaid = saidIn(seen).every((text) => !naming.test(text) && (isKnown || incomplete.test(text)));
        return isSaid && expectThat(false, `a message that names ${lacking.join(' or ')}`, seen.text, seen);
      }),
    ];
  }),
];
