import { type ClauseId, loadClauses } from '../../../spec/clauses.ts';
import { expectEqual, expectRefusal, expectThat, expectValue } from '../../judgement/expect.ts';
import { isRefusal, isSuccess } from '../../target/exchange.ts';
import { fieldsOf } from '../../target/read-json.ts';
import type { Seen } from '../memory/passed.ts';
import type { Picture } from '../memory/picture.ts';
import { everyOperation, type Rule, refusedWith401, rule, saidIn, says } from '../memory/rule.ts';

/** One for each area of operations. */
const ofArea = /^auth\.api-key\.(?!wrong-value|message)/;
const keyClauses = loadClauses().flatMap(({ id }) => (ofArea.test(id) ? [id] : []));

const bearerOperations: readonly string[] = ['queryPayrollConnection', 'presignBankStatements'];
const keyed = everyOperation.filter((id) => id !== 'signInMember' && !bearerOperations.includes(id));

const isAnonymous = ({ apiKey, bearer }: Seen): boolean => apiKey === undefined && bearer === undefined;

/** Exports often leave credentials out: a request without any says something only where others have them. */
const lacksKey = (seen: Seen, { credentials }: Picture): boolean =>
  isAnonymous(seen) && credentials.keys.size > 0;
const lacksBearer = ({ bearer }: Seen, { credentials }: Picture): boolean =>
  bearer === undefined && credentials.userTokens.size > 0;

const isSelected = (seen: Seen): boolean => isSuccess(seen) && seen.authorisation !== undefined;
const authorisationOf = ({ body }: Seen): unknown => fieldsOf(body)['authorisation_id'];

/** Without credentials there is no success, and no refusal of the service itself (in its own form) but 401. */
const needs = (clause: ClauseId, lacks: typeof lacksKey): Rule =>
  rule(clause, (seen, picture) => {
    const isOwn = [400, 401, 403, 404, 409, 422].includes(seen.status) && saidIn(seen).length > 0;
    return (isSuccess(seen) || isOwn) && lacks(seen, picture) && expectRefusal(seen, { status: 401 });
  });

/** The clauses about credentials, and about the authorisation that a request names. */
export const authRules: readonly Rule[] = [
  ...keyClauses.map((clause) => needs(clause, lacksKey)),
  needs('auth.bearer.payroll-connection', lacksBearer),
  needs('auth.bearer.presign', lacksBearer),
  needs('auth.comes-first', lacksKey),
  rule('auth.api-key.wrong-value', ({ apiKey, bearer, status }, { credentials }) => {
    return status === 401 && apiKey !== undefined && bearer === undefined && !credentials.keys.has(apiKey);
  }),
  rule('auth.api-key.message', (seen) => {
    return seen.status === 401 && isAnonymous(seen) && expectRefusal(seen, { names: ['X-API-KEY'] });
  }),
  refusedWith401(['auth.bearer.opens-nothing-else', ...keyed], (seen, { credentials }) => {
    const { apiKey, bearer = '' } = seen;
    const { userTokens, memberTokens } = credentials;
    return apiKey === undefined && userTokens.has(bearer) && !memberTokens.has(bearer);
  }),
  rule('auth.bearer.wrong-value', ({ bearer, status }, { credentials: { userTokens, memberTokens } }) => {
    return status === 401 && bearer !== undefined && !userTokens.has(bearer) && !memberTokens.has(bearer);
  }),
  // The document gives these words to 401.
  rule(['auth.comes-first', ...everyOperation], (seen) => {
    const words = /no (bearer authorisation|x-api-key header) provided/i;
    const isSaid = isRefusal(seen) && saidIn(seen).some((text) => words.test(text));
    return isSaid && expectRefusal(seen, { status: 401 });
  }),
  refusedWith401('auth.bearer.api-key-does-not-replace', (seen, picture) => {
    return seen.apiKey !== undefined && lacksBearer(seen, picture);
  }),
  rule('auth.bearer.suffices', (seen) => {
    if (seen.bearer === undefined || seen.apiKey !== undefined) return false;
    const wantsKey = seen.status === 401 && says(seen, 'X-API-KEY') && !/bearer|token/i.test(seen.text);
    return wantsKey ? expectThat(false, 'a token to suffice', seen.text, seen) : isSuccess(seen);
  }),
  rule('auth.bearer.message', (seen) => {
    return seen.status === 401 && seen.bearer === undefined && expectRefusal(seen, { names: ['bearer'] });
  }),
  refusedWith401('auth.member-token.not-a-users', ({ bearer = '' }, { credentials }) => {
    return credentials.memberTokens.has(bearer);
  }),
  rule('auth.sign-in-is-open', (seen) => {
    if (!isAnonymous(seen) || !(isSuccess(seen) || isRefusal(seen))) return false;
    const isOpen = isSuccess(seen) || !/X-API-KEY|bearer authorisation/i.test(seen.text);
    const expected = 'an answer about the username and password alone';
    return expectThat(isOpen, expected, seen.text.slice(0, 200), seen);
  }),
  rule('authorisation.header.selects', (seen) => {
    const named = authorisationOf(seen);
    return isSelected(seen) && expectEqual(named, seen.authorisation, 'the authorisation', seen);
  }),
  rule('authorisation.resolved-when-absent', (seen) => {
    if (!isSuccess(seen) || seen.authorisation !== undefined) return false;
    const told = authorisationOf(seen);
    return expectValue(typeof told === 'string', 'the authorisation that was found', told, seen);
  }),
  rule('authorisation.header.taken-everywhere', isSelected),
];
