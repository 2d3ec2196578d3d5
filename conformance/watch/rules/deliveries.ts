import { expectEqual, expectThat, expectValue } from '../../expect.ts';
import { amountsOf } from '../../predicates/amounts.ts';
import { isFault, placeOf } from '../../predicates/event-submission.ts';
import { fieldsOf, type JsonFields, objectsIn } from '../../target/read-json.ts';
import { tolerantContract } from '../../tolerant-contract.ts';
import type { SeenDelivery } from '../passed.ts';
import type { Picture, Subscription } from '../picture.ts';
import { delivered, type Rule } from '../rule.ts';

const payloadOf = ({ body }: SeenDelivery): JsonFields | undefined =>
  body?.['payload'] == null ? undefined : fieldsOf(body['payload']);
const payrollOf = (seen: SeenDelivery): readonly JsonFields[] =>
  objectsIn(payloadOf(seen)?.['payroll_submissions']);
const isKind = (kind: string) => (seen: SeenDelivery) => seen.body?.['event'] === kind;
const isPayroll = isKind('user-payroll-submitted');
const isStatement = isKind('user-bank-statement-submitted');

const subscriptionOf = ({ url, begun }: SeenDelivery, picture: Picture): Subscription | undefined =>
  picture.subscriptionAt(url, begun);

const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function expectAbout({ body = {} }: SeenDelivery): void {
  const { user_id, timestamp } = body;
  expectValue(uuid.test(String(user_id)), 'a UUID as user_id', user_id);
  const isTime = iso.test(String(timestamp)) && !Number.isNaN(Date.parse(String(timestamp)));
  expectValue(isTime, 'an ISO 8601 timestamp', timestamp);
}

const hasKey = ({ seal }: SeenDelivery): boolean => seal.hasKey;
const isSigned = ({ seal }: SeenDelivery): boolean => seal.signature !== 'unjudged';
const isSealed = ({ seal: { encryption } }: SeenDelivery): boolean =>
  encryption === 'opens' || encryption === 'fails';

const phones = (seen: SeenDelivery): unknown[] =>
  payrollOf(seen).flatMap(({ identity_information }) => fieldsOf(identity_information)['phone'] ?? []);

let validator: ReturnType<ReturnType<typeof tolerantContract>['validators']['schema']> | undefined;

/** The clauses about deliveries, judged where they pass on their way to a receiver. */
export const deliveryRules: readonly Rule<SeenDelivery>[] = [
  delivered(
    'events.delivery.json-post',
    ({ seal: { encryption, vector } }) =>
      encryption === 'plain' || (encryption === 'unjudged' && vector === undefined),
    ({ method, body }) => {
      expectEqual(method, 'POST', 'the method');
      expectThat(body !== undefined, 'one JSON object', 'something else');
    },
  ),
  delivered('events.body.kind-user-and-time', isPayroll, expectAbout),
  delivered('events.body.bank-statement', isStatement, expectAbout),
  delivered('events.body.entry-and-account', isPayroll, ({ body = {} }, { entries }) => {
    const { entry_id, account_id } = body;
    expectValue(uuid.test(String(entry_id)), 'a UUID as entry_id', entry_id);
    const isAccount = account_id === null || uuid.test(String(account_id));
    expectValue(isAccount, 'a UUID or null as account_id', account_id);
    const known = entries.get(`${entry_id}`)?.account;
    if (known !== undefined) expectEqual(account_id, known, 'the account of the entry');
  }),
  delivered(
    'events.body.payslip-has-no-account',
    (seen) => isPayroll(seen) && payrollOf(seen).some(({ document_id }) => document_id != null),
    ({ body = {} }) => expectEqual(body['account_id'], null, 'account_id'),
  ),
  delivered(
    'events.payload.when-included',
    (seen, picture) => isPayroll(seen) && subscriptionOf(seen, picture)?.includesPayload === true,
    (seen) => expectThat(payloadOf(seen) !== undefined, 'a payload object', 'none'),
  ),
  delivered(
    'events.payload.not-when-unset',
    (seen, picture) => seen.body !== undefined && subscriptionOf(seen, picture)?.includesPayload === false,
    (seen) => expectThat(payloadOf(seen) === undefined, 'no payload', 'one'),
  ),
  delivered(
    'events.routing.listed-kinds-only',
    (seen, picture) => seen.body !== undefined && subscriptionOf(seen, picture) !== undefined,
    (seen, picture) => {
      const { events = [] } = subscriptionOf(seen, picture) ?? {};
      const event = seen.body?.['event'];
      expectThat(events.includes(event), `one of ${events.join(', ')}`, `${event}`);
    },
  ),
  delivered(
    'events.payload.all-submissions',
    (seen) => isPayroll(seen) && payloadOf(seen) !== undefined,
    (seen, { entries }) => {
      const { entry_id, account_id } = payloadOf(seen) ?? {};
      const around = { entry_id: seen.body?.['entry_id'], account_id: seen.body?.['account_id'] };
      expectEqual({ entry_id, account_id }, around, 'the entry and the account in the payload');
      const known = entries.get(`${entry_id}`)?.ids ?? [];
      const ids = payrollOf(seen).map(({ id }) => id);
      if (known.length > 0)
        expectEqual(ids.sort(), [...known].sort(), 'the ids of the submissions in the payload');
    },
  ),
  delivered(
    'events.payload.amounts-are-numbers',
    (seen) => payrollOf(seen).some((one) => amountsOf(one).size > 0),
    (seen) => {
      for (const one of payrollOf(seen))
        for (const [place, value] of amountsOf(one))
          expectValue(typeof value === 'number', `${place} to be a number in the payload`, value);
    },
  ),
  delivered(
    'events.payload.phone-is-text',
    (seen) => phones(seen).length > 0,
    (seen) => {
      for (const phone of phones(seen))
        expectEqual(typeof phone, 'string', 'the JSON type of phone in the payload');
    },
  ),
  delivered(
    'events.payload.submission-shape',
    (seen) => payrollOf(seen).length > 0,
    (seen) => {
      validator ??= tolerantContract({}).validators.schema('EventPayrollSubmission');
      for (const one of payrollOf(seen)) {
        if (validator(one)) continue;
        const elsewhere = new Set([...amountsOf(one).keys(), 'identity_information.phone']);
        const fault = (validator.errors ?? []).find((error) => isFault(error, elsewhere));
        expectThat(!fault, 'fields of the stated types', fault ? `${placeOf(fault)} ${fault.message}` : '');
      }
    },
  ),
  delivered(
    'events.payload.payslip-documents',
    (seen) => isPayroll(seen) && seen.body?.['account_id'] === null && payrollOf(seen).length > 0,
    (seen) => {
      for (const { account_id, document_id } of payrollOf(seen)) {
        expectEqual(account_id ?? null, null, 'the account of a payslip');
        expectValue(document_id != null, 'the document of a payslip', document_id);
      }
    },
  ),
  delivered(
    'events.payload.bank-statements',
    (seen) => isStatement(seen) && payloadOf(seen) !== undefined,
    (seen) => {
      const lists = Object.values(payloadOf(seen) ?? {});
      expectThat(
        lists.some((one) => objectsIn(one).length > 0),
        'the statement',
        'none',
      );
    },
  ),
  delivered('events.signature.hmac-of-raw-body', isSigned, ({ seal }) =>
    expectEqual(seal.signature, 'right', 'the signature'),
  ),
  delivered(
    'events.signature.lowercase-hex',
    ({ seal }) => seal.isHex !== undefined,
    ({ seal }) => expectThat(seal.isHex === true, '128 lower-case hexadecimal digits', 'something else'),
  ),
  delivered(
    'events.signature.after-encryption',
    (seen) => isSigned(seen) && hasKey(seen),
    ({ seal }) => {
      expectEqual(seal.signature, 'right', 'the signature over the encrypted text');
      expectThat(seal.encryption !== 'plain', 'an encrypted body', 'JSON as it is');
    },
  ),
  delivered('events.encryption.base64-body', hasKey, ({ seal }) =>
    expectThat(seal.isBase64, 'Base64 text throughout', 'something else'),
  ),
  delivered('events.encryption.decrypts', hasKey, ({ seal, body }) => {
    const isRead = seal.encryption === 'opens' && body !== undefined;
    expectThat(isRead, 'a body that decrypts to JSON', seal.encryption);
  }),
  delivered(
    'events.encryption.tag-last',
    ({ seal }) => seal.isTagLast !== undefined,
    ({ seal }) => expectThat(seal.isTagLast === true, 'the tag in the last 16 bytes', 'something else'),
  ),
  delivered('events.encryption.iv-header', isSealed, ({ seal: { vector, vectorBytes = 0 } }) =>
    expectThat(vectorBytes > 0, 'a vector in Base64', vector === undefined ? 'none' : 'no Base64'),
  ),
  delivered(
    'events.encryption.fresh-iv',
    (seen) => isSealed(seen) && seen.seal.vector !== undefined,
    ({ seal: { vector = '', bytes } }, { vectors }) =>
      // The very same delivery once more gives nothing away.
      expectThat((vectors.get(vector) ?? bytes) === bytes, 'a fresh vector', 'one that was used before'),
  ),
  delivered(
    'events.payroll.on-connection',
    ({ body }, { entries }) => (entries.get(`${body?.['entry_id']}`)?.ids.length ?? 0) > 0,
    ({ body }) => expectEqual(body?.['event'], 'user-payroll-submitted', 'the event of the entry'),
  ),
];
