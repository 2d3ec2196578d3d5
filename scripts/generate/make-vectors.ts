import { createHash } from 'node:crypto';
import { forgeries } from '../../spec/forgeries.ts';
import type { ReceiverClause } from '../../spec/receiver-clauses.ts';
import type { RefusedVector, Vector, Vectors } from '../../spec/vectors.ts';
import { seal } from '../../spec/webhooks/index.ts';
import { headerNames } from '../../spec/webhooks/seal.ts';
import { readYaml } from '../terminal/read-yaml.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

type Words = {
  about: string[];
  bodies: Record<string, unknown>;
  secrets: string[];
  modes: { word: string; signed: boolean; encrypted: boolean }[];
};

const { about, secrets, modes, ...given }: Words = readYaml(import.meta.url, './vector-words.yaml');
const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));
const bodies = Object.fromEntries(Object.entries(given.bodies).map(([title, body]) => [title, textOf(body)]));

function vector(name: string, plain: string, secret?: string, ivBytes?: number): Vector {
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
function refusals(clauses: readonly ReceiverClause[]): RefusedVector[] {
  const plain = bodies['payroll event']!;
  const levels = new Map(clauses.map(({ id, level }) => [id, level]));
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

export function makeVectors(clauses: readonly ReceiverClause[]): Vectors {
  const accepted = Object.entries(bodies).flatMap(([title, plain], index) =>
    modes.map(({ word, signed, encrypted }) => {
      const secret = signed ? secrets[index % secrets.length] : undefined;
      const ivBytes = encrypted ? [12, 16, 8][index % 3] : undefined;
      return vector(`${title}, ${word}`, plain, secret, ivBytes);
    }),
  );
  return { about, accepted, refused: refusals(clauses) };
}
