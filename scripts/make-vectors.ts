// Writes spec/vectors.json: `node scripts/make-vectors.ts`. The same every time, so that a diff is a change of meaning.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { forgeries } from '../spec/forgeries.ts';
import { loadReceiverClauses } from '../spec/receiver-clauses.ts';
import type { RefusedVector, Vector, Vectors } from '../spec/vectors.ts';
import { seal } from '../spec/webhooks/index.ts';
import { headerNames } from '../spec/webhooks/seal.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

const payroll = {
  event: 'user-payroll-submitted',
  user_id: '3f2b8c1e-7a4d-4c55-9e01-5d1f0a9b7c21',
  timestamp: '2026-01-31T09:30:00.000Z',
  entry_id: '3f2b8c1e-7a4d-4d0e-8b11-20c4a7f3e9d8',
  account_id: null,
};

const payload = {
  entry_id: payroll.entry_id,
  account_id: null,
  payroll_submissions: [
    { id: '3f2b8c1e-7a4d-4f9a-b3c6-6e0d2b8a1f47', income_information: { earnings: { net_pay: 1234.5 } } },
  ],
};

const bodies: Record<string, string> = {
  'payroll event': JSON.stringify(payroll),
  'payroll event with its payload': JSON.stringify({ ...payroll, payload }),
  'letters beyond ASCII': JSON.stringify({
    name: 'Zoë Ó Súilleabháin',
    employer: '株式会社',
    sign: '£ 💷',
    nul: '\u0000',
  }),
  'space that JSON ignores': '{ "event" :\t"user-payroll-submitted" }\r\n',
  'empty object': '{}',
  'one character': '0',
  'exactly one cipher block': '{"block":"16 b"}',
  'one more than a cipher block': '{"block":"17 by"}',
  'many cipher blocks': JSON.stringify({ text: 'payrig '.repeat(150) }),
  'nothing at all': '',
};

const secrets = ['a signing secret', 'geheim-日本-🔑', 's'.repeat(200)];
const modes = [
  { word: 'plain', signed: false, encrypted: false },
  { word: 'signed', signed: true, encrypted: false },
  { word: 'encrypted', signed: false, encrypted: true },
  { word: 'encrypted then signed', signed: true, encrypted: true },
];

function vector(
  name: string,
  plain: string,
  secret: string | undefined,
  ivBytes: number | undefined,
): Vector {
  const key = ivBytes === undefined ? undefined : digest(`key of ${name}`).toString('base64');
  const iv = digest(`iv of ${name}`).subarray(0, ivBytes);
  const { body, headers } = seal({ body: plain, secret, key, iv });
  return {
    name,
    plain_body: plain,
    signing_secret: secret ?? null,
    encryption_key: key ?? null,
    iv: headers['X-Svc-Encryption-IV'] ?? null,
    cipher_text: key === undefined ? null : body,
    signature: headers['X-Svc-Signature'] ?? null,
    sent_body: body,
  };
}

/** Every forgery under every protection that it is about, the least first. */
function refusals(): RefusedVector[] {
  const plain = bodies['payroll event']!;
  const levels = new Map(loadReceiverClauses().map(({ id, level }) => [id, level]));
  return forgeries.flatMap(({ name, clause, needs, reason, make }) =>
    modes
      .filter(({ signed, encrypted }) => needs.every((need) => (need === 'secret' ? signed : encrypted)))
      .map(({ word, signed, encrypted }) => {
        const secret = signed ? secrets[0] : undefined;
        const key = encrypted ? digest(`key of ${name}`).toString('base64') : undefined;
        const { body, headers } = make({
          sealing: { secret, key, headerNames: headerNames() },
          plain,
          other: bodies['payroll event with its payload']!,
          ivs: [digest(`iv of ${name}`).subarray(0, 12), digest(`other iv of ${name}`).subarray(0, 12)],
          stranger: digest('a stranger'),
        });
        return {
          name: `${name}, ${word}`,
          clause,
          level: levels.get(clause)!,
          reason,
          signing_secret: secret ?? null,
          encryption_key: key ?? null,
          iv: headers['X-Svc-Encryption-IV'] ?? null,
          signature: headers['X-Svc-Signature'] ?? null,
          sent_body: body,
        };
      }),
  );
}

/** All the test vectors, made by the kit from fixed words. */
export function makeVectors(): Vectors {
  const accepted = Object.entries(bodies).flatMap(([title, plain], index) =>
    modes.map(({ word, signed, encrypted }) =>
      vector(
        `${title}, ${word}`,
        plain,
        signed ? secrets[index % secrets.length] : undefined,
        encrypted ? [12, 16, 8][index % 3] : undefined,
      ),
    ),
  );
  return {
    about: [
      'Test vectors of the webhooks: texts are UTF-8, null means that the subscription or the delivery has none.',
      'signature: lower-case hexadecimal HMAC-SHA512 of sent_body under signing_secret.',
      'encryption_key, iv and cipher_text: Base64; cipher_text is AES-256-GCM of plain_body followed by the 16-byte tag.',
      'sent_body: cipher_text when there is a key, else plain_body; encrypted first, then signed.',
      'A receiver opens everything in accepted to plain_body (not all of them are events: look at the bytes alone).',
      'It refuses everything in refused, under the secret and the key given there. Each names the clause of the exam that it breaks (receiver-clauses.yaml), its level (implied: a receiver may be lenient), and the word with which our own kit refuses it, which binds nobody.',
      'The headers are X-Svc-Signature and X-Svc-Encryption-IV; null means that the header is absent, an empty text that it is empty.',
    ],
    accepted,
    refused: refusals(),
  };
}

if (import.meta.main) {
  writeFileSync(
    new URL('../spec/vectors.json', import.meta.url),
    `${JSON.stringify(makeVectors(), null, 2)}\n`,
  );
}
