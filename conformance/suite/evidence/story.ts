import { shellWord } from '../../../spec/curl.ts';
import { isObject } from '../../../spec/json.ts';
import { headerNames, headerOf, sign } from '../../../spec/webhooks/seal.ts';
import type { Received } from '../../judgement/receiver.ts';
import type { ReportedDelivery, ReportedStep } from '../../judgement/result.ts';
import { reported, shortened } from '../../target/curl.ts';
import { readJson } from '../../target/read-json.ts';
import type { Redactor } from '../../target/redactor.ts';
import { diagnosisOf } from './diagnose-delivery.ts';
import { plainDelivery } from './recorded.ts';
import type { Agreed, Story, TraceStep } from './trace.ts';

/** What led to a failure, in order, and what the bytes of its deliveries show. */
export function reportedStory({ steps, leftOut, agreed }: Story, redactor: Redactor, vendor: string) {
  const users = new Set(steps.flatMap(usersOf));
  const diagnosis = new Set<string>();
  let others = 0;
  const shown = steps.flatMap((step): ReportedStep[] => {
    if (step.kind === 'request') return [{ kind: 'request', exchange: reported(step.exchange, redactor) }];
    if (step.kind === 'arranged') return [arrangedStep(step, redactor)];
    const { delivery, lines, isOurs } = diagnosed(step.delivery, step.inbox, agreed, users, vendor);
    if (!isOurs) others++;
    for (const line of isOurs ? lines : []) diagnosis.add(line);
    return isOurs ? [{ kind: 'delivery', delivery: redacted(delivery, redactor) }] : [];
  });
  const missing = [
    ...(leftOut > 0 ? [`${leftOut} steps in the middle`] : []),
    ...(others > 0 ? [`${others} deliveries about other checks`] : []),
  ];
  if (missing.length > 0) shown.push({ kind: 'left-out', what: missing.join(', ') });
  return { steps: shown, diagnosis: [...diagnosis].map((line) => redactor.text(line)) };
}

const usersOf = (step: TraceStep): string[] => {
  if (step.kind !== 'arranged' || !isObject(step.made)) return [];
  return [step.made['user_id'], step.given[0]].filter((id) => typeof id === 'string');
};

function arrangedStep(step: Extract<TraceStep, { kind: 'arranged' }>, redactor: Redactor): ReportedStep {
  const { call, given, made } = step;
  const text = (value: unknown): string => shortened(redactor.text(JSON.stringify(value) ?? ''));
  return {
    kind: 'arranged',
    call,
    given: given.map(text).join(', '),
    failed: made instanceof Error ? redactor.text(made.message) : undefined,
    made: made instanceof Error || made === undefined ? undefined : text(made),
  };
}

function diagnosed(
  { method, path, headers, raw }: Received,
  inbox: string,
  all: ReadonlyMap<string, Agreed>,
  users: ReadonlySet<string>,
  vendor: string,
): { delivery: ReportedDelivery; lines: string[]; isOurs: boolean } {
  const agreed = all.get(inbox) ?? {};
  const names = headerNames(vendor);
  const signature = headerOf(headers, names.signature);
  const iv = headerOf(headers, names.encryptionIv);
  const plain = plainDelivery({ raw, headers }, agreed, vendor);
  const { signing_secret: secret, encryption_key: key } = agreed;
  const others = [...all].filter(([url]) => url !== inbox).map(([, one]) => one);
  return {
    delivery: {
      ...{ method, path, headers, body: shortened(raw.toString('utf8')) },
      decrypted: key === undefined || plain === undefined ? undefined : shortened(plain),
      signature: secret === undefined ? undefined : { given: signature, computed: sign(raw, secret) },
    },
    lines: diagnosisOf({ raw, signature, iv, plain, agreed, others }),
    // A delivery that cannot be read may be about any user.
    isOurs: plain === undefined || users.size === 0 || [...users].some((id) => plain.includes(id)),
  };
}

const redacted = (delivery: ReportedDelivery, redactor: Redactor): ReportedDelivery => ({
  ...delivery,
  headers: redactor.headers(delivery.headers),
  body: redactor.text(delivery.body),
  decrypted: delivery.decrypted === undefined ? undefined : redactor.text(delivery.decrypted),
});

/** How to have what the curl lines need and the run took away with it. */
export function hintsOf(steps: readonly ReportedStep[], baseUrl: string, arrangement: string): string[] {
  const lines = steps.flatMap((step) => (step.kind === 'request' ? [step.exchange.curl] : []));
  const tokens = [...new Set(lines.flatMap((line) => line.match(/\$USER_TOKEN\w*/g) ?? []))];
  const arranged = arrangement === 'none' ? [] : steps.filter((step) => step.kind === 'arranged');
  const gone =
    'What the run made is removed with it: replay with --keep, and the curl lines of that run work.';
  const forTokens = tokens.map((token) => {
    const made = arranged.find((step) => step.call === 'tokenFor' && step.made === `"${token}"`);
    // The user's id is the first of what was given.
    const [first] = /^"(?:[^"\\]|\\.)*"/.exec(made?.given ?? '') ?? [];
    const user = readJson(first ?? '');
    if (arrangement !== 'sandbox' || typeof user !== 'string')
      return `${token} is a user's token: tokenFor of your arrangement, or the fixtures file, has one.`;
    const address = shellWord(`${baseUrl}/_sandbox/users/${encodeURIComponent(user.toWellFormed())}/tokens`);
    return `${token.slice(1)}=$(curl -sS -X POST ${address} -H "X-API-KEY: $API_KEY" -H 'Content-Type: application/json' --data-raw '{}' | sed 's/.*"token": *"\\([^"]*\\)".*/\\1/')`;
  });
  return arranged.length > 0 || tokens.length > 0 ? [gone, ...forTokens] : [];
}
