import { expectEqual, expectThat, expectValue } from '../../judgement/expect.ts';
import {
  expectAllSubmissions,
  expectBase64Body,
  expectEncrypted,
  expectEventTime,
  expectHexSignature,
  expectNumbers,
  expectPhoneText,
  expectSubmissionShape,
} from '../../predicates/deliveries.ts';
import { payrollIn } from '../../predicates/payroll.ts';
import { fieldsOf, isUuid, type JsonFields, objectsIn } from '../../target/read-json.ts';
import { tolerantContract } from '../../target/tolerant-contract.ts';
import type { SeenDelivery } from '../memory/passed.ts';
import { type Judge, type Rule, rule } from '../memory/rule.ts';
import { expectSentAsShown } from '../memory/sent-as-shown.ts';

const payloadOf = ({ body }: SeenDelivery): JsonFields | undefined =>
  body?.['payload'] == null ? undefined : fieldsOf(body['payload']);
const payrollOf = (seen: SeenDelivery): readonly JsonFields[] => payrollIn({ body: payloadOf(seen) });
const isKind = (kind: string) => (seen: SeenDelivery) => seen.body?.['event'] === kind;
const isPayroll = isKind('user-payroll-submitted');
const isStatement = isKind('user-bank-statement-submitted');

const about =
  (isMeant: (seen: SeenDelivery) => boolean): Judge<SeenDelivery> =>
  (seen) => {
    const { user_id, timestamp } = seen.body ?? {};
    if (!isMeant(seen)) return false;
    expectValue(isUuid(user_id), 'a UUID as user_id', user_id);
    return expectEventTime(timestamp);
  };

const isSealed = ({ seal: { encryption } }: SeenDelivery): boolean =>
  encryption === 'opens' || encryption === 'fails';

let validator: ReturnType<ReturnType<typeof tolerantContract>['validators']['schema']> | undefined;

/** The clauses about deliveries, judged where they pass on their way to a receiver. */
export const deliveryRules: readonly Rule<SeenDelivery>[] = [
  rule('events.delivery.json-post', ({ method, body, seal: { encryption, vector } }) => {
    if (encryption !== 'plain' && (encryption !== 'unjudged' || vector !== undefined)) return false;
    expectEqual(method, 'POST', 'the method');
    return expectThat(body !== undefined, 'one JSON object', 'something else');
  }),
  rule('events.body.kind-user-and-time', about(isPayroll)),
  rule('events.body.bank-statement', about(isStatement)),
  rule('events.body.entry-and-account', (seen, { payroll: { entries } }) => {
    const { entry_id, account_id } = seen.body ?? {};
    if (!isPayroll(seen)) return false;
    expectValue(isUuid(entry_id), 'a UUID as entry_id', entry_id);
    expectValue(account_id === null || isUuid(account_id), 'a UUID or null as account_id', account_id);
    const known = entries.get(`${entry_id}`)?.account;
    return expectEqual(account_id, known ?? account_id, 'the account of the entry');
  }),
  rule('events.body.payslip-has-no-account', (seen) => {
    const isPayslip = payrollOf(seen).some(({ document_id }) => document_id != null);
    return isPayroll(seen) && isPayslip && expectEqual(seen.body?.['account_id'], null, 'account_id');
  }),
  rule('events.payload.when-included', (seen, picture) => {
    const isMeant = isPayroll(seen) && picture.subscriptions.at(seen)?.includesPayload === true;
    return isMeant && expectThat(payloadOf(seen) !== undefined, 'a payload object', 'none');
  }),
  rule('events.payload.not-when-unset', (seen, picture) => {
    const isMeant = seen.body !== undefined && picture.subscriptions.at(seen)?.includesPayload === false;
    return isMeant && expectThat(payloadOf(seen) === undefined, 'no payload', 'one');
  }),
  rule('events.routing.listed-kinds-only', ({ body, ...seen }, picture) => {
    const { events } = picture.subscriptions.at(seen) ?? {};
    if (!body || !events) return false;
    return expectThat(events.includes(body['event']), `one of ${events.join(', ')}`, `${body['event']}`);
  }),
  rule('events.payload.all-submissions', (seen, { payroll: { entries, shown } }) => {
    const payload = payloadOf(seen);
    if (!isPayroll(seen) || !payload) return false;
    const { ids = [] } = entries.get(`${payload['entry_id']}`) ?? {};
    for (const id of ids) expectSentAsShown(shown.get(`${id}`) ?? {}, payrollOf(seen));
    return expectAllSubmissions(seen.body ?? {}, ids.length > 0 ? ids : undefined);
  }),
  rule('events.payload.amounts-are-numbers', (seen) => {
    const amounts = payrollOf(seen).map(expectNumbers);
    return amounts.some(({ size }) => size > 0);
  }),
  rule('events.payload.phone-is-text', (seen) => {
    const identities = payrollOf(seen).map(({ identity_information: one }) => fieldsOf(one));
    const phones = identities.flatMap(({ phone }) => phone ?? []);
    phones.forEach(expectPhoneText);
    return phones.length > 0;
  }),
  rule('events.payload.submission-shape', (seen) => {
    validator ??= tolerantContract({}).validators.schema('EventPayrollSubmission');
    for (const one of payrollOf(seen)) expectSubmissionShape(validator, one);
    return payrollOf(seen).length > 0;
  }),
  rule('events.payload.payslip-documents', (seen) => {
    if (!isPayroll(seen) || seen.body?.['account_id'] !== null) return false;
    for (const { account_id, document_id } of payrollOf(seen)) {
      expectEqual(account_id ?? null, null, 'the account of a payslip');
      expectValue(document_id != null, 'the document of a payslip', document_id);
    }
    return payrollOf(seen).length > 0;
  }),
  rule('events.payload.bank-statements', (seen) => {
    const payload = payloadOf(seen);
    const isThere = Object.values(payload ?? {}).some((one) => objectsIn(one).length > 0);
    return isStatement(seen) && payload !== undefined && expectThat(isThere, 'the statement', 'none');
  }),
  rule('events.signature.hmac-of-raw-body', ({ seal: { signature } }) => {
    return signature !== 'unjudged' && expectEqual(signature, 'right', 'the signature');
  }),
  rule('events.signature.lowercase-hex', ({ seal: { isHex } }) => {
    return isHex !== undefined && expectHexSignature(isHex);
  }),
  rule('events.signature.after-encryption', ({ seal }) => {
    if (seal.signature === 'unjudged' || !seal.hasKey) return false;
    expectEqual(seal.signature, 'right', 'the signature over the encrypted text');
    return expectEncrypted(seal.encryption === 'plain');
  }),
  rule('events.encryption.base64-body', ({ seal }) => seal.hasKey && expectBase64Body(seal.isBase64)),
  rule('events.encryption.decrypts', ({ seal, body }) => {
    const isRead = seal.encryption === 'opens' && body !== undefined;
    return seal.hasKey && expectThat(isRead, 'a body that decrypts to JSON', seal.encryption);
  }),
  rule('events.encryption.tag-last', ({ seal: { isTagLast } }) => {
    if (isTagLast === undefined) return false;
    return expectThat(isTagLast, 'the tag in the last 16 bytes', 'something else');
  }),
  rule('events.encryption.iv-header', (seen) => {
    const { vector, vectorBytes = 0 } = seen.seal;
    const actual = vector === undefined ? 'none' : 'not Base64';
    return isSealed(seen) && expectThat(vectorBytes > 0, 'a vector in Base64', actual);
  }),
  rule('events.encryption.fresh-iv', (seen, { subscriptions: { vectors } }) => {
    const { vector, bytes } = seen.seal;
    if (!isSealed(seen) || vector === undefined) return false;
    // The very same delivery once more gives nothing away.
    return expectThat((vectors.get(vector) ?? bytes) === bytes, 'a fresh vector', 'one that was used before');
  }),
  rule('events.payroll.on-connection', ({ body }, { payroll: { entries } }) => {
    const ids = entries.get(`${body?.['entry_id']}`)?.ids ?? [];
    return ids.length > 0 && expectEqual(body?.['event'], 'user-payroll-submitted', 'the event of the entry');
  }),
];
