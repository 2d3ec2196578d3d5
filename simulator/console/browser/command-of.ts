import { shellWord } from '../../../spec/curl.ts';
import type { RunOrder } from '../../../spec/types.ts';

/** What can be written out: where this sandbox is, and the keys that are public. */
export type Known = { origin: string; apiKeys: readonly string[] };

const word = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : shellWord(text));

/** The command line that does the same as an order; secrets are variables of the shell. */
export function commandOf(order: RunOrder, { origin, apiKeys }: Known): string {
  const key = (flag: string, value: string | undefined, variable: string): string[] =>
    value === undefined ? [] : [`${flag} ${apiKeys.includes(value) ? value : `"$${variable}"`}`];
  const only = order.only?.length ? [`--only ${word(order.only.join(','))}`] : [];
  const profile = order.profile ? ['--profile profile.json'] : [];
  switch (order.tool) {
    case 'check':
      return lines([
        `npx payrig check ${word(order.url ?? origin)}`,
        ...key('--api-key', order.api_key, 'API_KEY'),
        ...key('--other-api-key', order.other_api_key, 'OTHER_API_KEY'),
        ...(order.member ? [`--member ${memberWord(order.member)}`] : []),
        ...(order.sandbox_key ? ['--sandbox-key "$SANDBOX_KEY"'] : []),
        ...(order.arrange ? [`--arrange ${order.arrange}`] : []),
        ...(order.read_only ? ['--read-only'] : []),
        ...only,
        ...(order.runs ? [`--runs ${order.runs}`] : []),
        ...profile,
        '--report-dir reports --learn profile.json',
      ]);
    case 'exam':
      return lines([
        `npx payrig exam ${word(order.url ?? '')}`,
        order.secret ? '--secret "$WEBHOOK_SECRET"' : '--unsigned',
        ...(order.encryption_key ? ['--encryption-key "$WEBHOOK_KEY"'] : []),
        ...only,
        ...profile,
        '--report-dir reports',
      ]);
    case 'exam-client':
      return lines([
        `npx payrig exam client --http ${word(order.url ?? '')}`,
        ...[`--journeys ${order.journeys?.join()}`, ...only, '--report-dir reports'],
      ]);
    case 'watch':
      return lines([
        `npx payrig watch ${word(order.url ?? origin)} --port ${order.port ?? 4020}`,
        '--report-dir reports --ledger ledger.json --learn profile.json',
      ]);
    case 'clauses':
      return lines(['npx payrig check --list', ...only]);
    case 'spec':
      return lines([`npx payrig spec --format ${order.format}`, ...profile, '--out contract']);
    case 'pact':
      return lines([`npx payrig pact make --consumer ${word(order.consumer ?? '')}`, ...profile]);
  }
}

/** What the member of every sandbox signs in with is no secret. */
function memberWord({ username, password }: NonNullable<RunOrder['member']>): string {
  const given = `${username}:${password}`;
  const isKnown = given === Object.values(standardMember).join(':');
  return isKnown ? word(given) : `${word(`${username}:`)}"$MEMBER_PASSWORD"`;
}

export const standardMember = { username: 'member@sandbox.test', password: 'sandbox-password' };

/** As many options on a line as a reader takes in. */
function lines(parts: readonly string[]): string {
  const made: string[] = [];
  for (const part of parts) {
    const last = made.at(-1);
    if (last !== undefined && last.length + part.length < 88) made[made.length - 1] = `${last} ${part}`;
    else made.push(part);
  }
  return made.join(' \\\n  ');
}
