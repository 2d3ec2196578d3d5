import { expectEqual, expectThat } from '../../expect.ts';
import { amountsOf } from '../../predicates/amounts.ts';
import { isFault, placeOf } from '../../predicates/event-submission.ts';
import { fieldsOf, type JsonFields, objectsIn } from '../../target/read-json.ts';
import { tolerantContract } from '../../tolerant-contract.ts';
import type { SeenDelivery } from '../passed.ts';
import type { Picture, Subscription } from '../picture.ts';
import type { DeliveryRule } from '../rule.ts';

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

const expectText = (holds: boolean, expected: string, value: unknown): void =>
  expectThat(holds, expected, JSON.stringify(value) ?? 'nothing');

function expectAbout({ body = {} }: SeenDelivery): void {
  expectText(uuid.test(String(body['user_id'])), 'a UUID as user_id', body['user_id']);
  const { timestamp } = body;
  expectText(
    iso.test(String(timestamp)) && !Number.isNaN(Date.parse(String(timestamp))),
    'an ISO 8601 timestamp',
    timestamp,
  );
}

const isSealed = ({ seal }: SeenDelivery): boolean =>
  seal.encryption === 'opens' || seal.encryption === 'fails';
const isSigned = ({ seal }: SeenDelivery): boolean => seal.signature !== 'unjudged';

let validator: ReturnType<ReturnType<typeof tolerantContract>['validators']['schema']> | undefined;

/** The clauses about deliveries, judged where they pass on their way to a receiver. */
export const deliveryRules: readonly DeliveryRule[] = [
  {
    clause: 'events.delivery.json-post',
    when: ({ seal }) =>
      seal.encryption === 'plain' || (seal.encryption === 'unjudged' && seal.vector === undefined),
    expect: ({ method, body }) => {
      expectEqual(method, 'POST', 'the method');
      expectThat(body !== undefined, 'one JSON object', 'something else');
    },
  },
  { clause: 'events.body.kind-user-and-time', when: isPayroll, expect: expectAbout },
  { clause: 'events.body.bank-statement', when: isStatement, expect: expectAbout },
  {
    clause: 'events.body.entry-and-account',
    when: isPayroll,
    expect: ({ body = {} }, { entries }) => {
      const { entry_id, account_id } = body;
      expectText(uuid.test(String(entry_id)), 'a UUID as entry_id', entry_id);
      expectText(
        account_id === null || uuid.test(String(account_id)),
        'a UUID or null as account_id',
        account_id,
      );
      const known = entries.get(`${entry_id}`)?.account;
      if (known !== undefined) expectEqual(account_id, known, 'the account of the entry');
    },
  },
  {
    clause: 'events.body.payslip-has-no-account',
    when: (seen) => isPayroll(seen) && payrollOf(seen).some(({ document_id }) => document_id != null),
    expect: ({ body = {} }) => expectEqual(body['account_id'], null, 'account_id'),
  },
  {
    clause: 'events.payload.when-included',
    when: (seen, picture) => isPayroll(seen) && subscriptionOf(seen, picture)?.includesPayload === true,
    expect: (seen) => expectThat(payloadOf(seen) !== undefined, 'a payload object', 'none'),
  },
  {
    clause: 'events.payload.not-when-unset',
    when: (seen, picture) =>
      seen.body !== undefined && subscriptionOf(seen, picture)?.includesPayload === false,
    expect: (seen) => expectThat(payloadOf(seen) === undefined, 'no payload', 'one'),
  },
  {
    clause: 'events.routing.listed-kinds-only',
    when: (seen, picture) => seen.body !== undefined && subscriptionOf(seen, picture) !== undefined,
    expect: (seen, picture) => {
      const { events } = subscriptionOf(seen, picture)!;
      expectThat(
        events.includes(seen.body?.['event']),
        `one of ${events.join(', ')}`,
        `${seen.body?.['event']}`,
      );
    },
  },
  {
    clause: 'events.payload.all-submissions',
    when: (seen) => isPayroll(seen) && payloadOf(seen) !== undefined,
    expect: (seen, { entries }) => {
      const { entry_id, account_id } = payloadOf(seen)!;
      const around = { entry_id: seen.body?.['entry_id'], account_id: seen.body?.['account_id'] };
      expectEqual({ entry_id, account_id }, around, 'the entry and the account in the payload');
      const known = entries.get(`${entry_id}`)?.ids ?? [];
      const ids = payrollOf(seen).map(({ id }) => id);
      if (known.length > 0)
        expectEqual(ids.sort(), [...known].sort(), 'the ids of the submissions in the payload');
    },
  },
  {
    clause: 'events.payload.amounts-are-numbers',
    when: (seen) => payrollOf(seen).some((one) => amountsOf(one).size > 0),
    expect: (seen) => {
      for (const one of payrollOf(seen))
        for (const [place, value] of amountsOf(one))
          expectText(typeof value === 'number', `${place} to be a number in the payload`, value);
    },
  },
  {
    clause: 'events.payload.phone-is-text',
    when: (seen) => phones(seen).length > 0,
    expect: (seen) => {
      for (const phone of phones(seen))
        expectEqual(typeof phone, 'string', 'the JSON type of phone in the payload');
    },
  },
  {
    clause: 'events.payload.submission-shape',
    when: (seen) => payrollOf(seen).length > 0,
    expect: (seen) => {
      validator ??= tolerantContract({}).validators.schema('EventPayrollSubmission');
      for (const one of payrollOf(seen)) {
        if (validator(one)) continue;
        const elsewhere = new Set([...amountsOf(one).keys(), 'identity_information.phone']);
        const fault = (validator.errors ?? []).find((error) => isFault(error, elsewhere));
        expectThat(!fault, 'fields of the stated types', fault ? `${placeOf(fault)} ${fault.message}` : '');
      }
    },
  },
  {
    clause: 'events.payload.payslip-documents',
    when: (seen) => isPayroll(seen) && seen.body?.['account_id'] === null && payrollOf(seen).length > 0,
    expect: (seen) => {
      for (const { account_id, document_id } of payrollOf(seen)) {
        expectEqual(account_id ?? null, null, 'the account of a payslip');
        expectText(document_id != null, 'the document of a payslip', document_id);
      }
    },
  },
  {
    clause: 'events.payload.bank-statements',
    when: (seen) => isStatement(seen) && payloadOf(seen) !== undefined,
    expect: (seen) =>
      expectThat(
        Object.values(payloadOf(seen)!).some((one) => objectsIn(one).length > 0),
        'the statement',
        'none',
      ),
  },
  {
    clause: 'events.signature.hmac-of-raw-body',
    when: isSigned,
    expect: ({ seal }) => expectEqual(seal.signature, 'right', 'the signature'),
  },
  {
    clause: 'events.signature.lowercase-hex',
    when: ({ seal }) => seal.isHex !== undefined,
    expect: ({ seal }) =>
      expectThat(seal.isHex === true, '128 lower-case hexadecimal digits', 'something else'),
  },
  {
    clause: 'events.signature.after-encryption',
    when: (seen) => isSigned(seen) && seen.seal.hasKey,
    expect: ({ seal }) => {
      expectEqual(seal.signature, 'right', 'the signature over the encrypted text');
      expectThat(seal.encryption !== 'plain', 'an encrypted body', 'JSON as it is');
    },
  },
  {
    clause: 'events.encryption.base64-body',
    when: ({ seal }) => seal.hasKey,
    expect: ({ seal }) => expectThat(seal.isBase64, 'Base64 text throughout', 'something else'),
  },
  {
    clause: 'events.encryption.decrypts',
    when: ({ seal }) => seal.hasKey,
    expect: ({ seal, body }) =>
      expectThat(
        seal.encryption === 'opens' && body !== undefined,
        'a body that decrypts to JSON',
        seal.encryption,
      ),
  },
  {
    clause: 'events.encryption.tag-last',
    when: ({ seal }) => seal.isTagLast !== undefined,
    expect: ({ seal }) =>
      expectThat(seal.isTagLast === true, 'the tag in the last 16 bytes', 'something else'),
  },
  {
    clause: 'events.encryption.iv-header',
    when: isSealed,
    expect: ({ seal }) =>
      expectThat(
        (seal.vectorBytes ?? 0) > 0,
        'a vector in Base64',
        seal.vector === undefined ? 'none' : 'no Base64',
      ),
  },
  {
    clause: 'events.encryption.fresh-iv',
    when: (seen) => isSealed(seen) && seen.seal.vector !== undefined,
    expect: ({ seal }, { vectors }) =>
      // The very same delivery once more gives nothing away.
      expectThat(
        (vectors.get(seal.vector!) ?? seal.bytes) === seal.bytes,
        'a fresh vector',
        'one that was used before',
      ),
  },
  {
    clause: 'events.payroll.on-connection',
    when: ({ body }, { entries }) => (entries.get(`${body?.['entry_id']}`)?.ids.length ?? 0) > 0,
    expect: (seen) => expectEqual(seen.body?.['event'], 'user-payroll-submitted', 'the event of the entry'),
  },
];

const phones = (seen: SeenDelivery): unknown[] =>
  payrollOf(seen).flatMap(({ identity_information }) => {
    const { phone } = fieldsOf(identity_information);
    return phone == null ? [] : [phone];
  });
