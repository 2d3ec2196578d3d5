import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isObject, objectIn } from '../../spec/json.ts';
import { type ClauseResult, isAsked, type RunResult, type Verdict } from '../judgement/result.ts';
import { evidenceCounts } from '../report/evidence.ts';
import { having } from '../report/grouped.ts';
import { fieldsOf } from '../target/read-json.ts';
import { NotGenuine } from './envelope.ts';

/** What a run found, as an in-toto statement with the test-result predicate; `payrig` is our extension of it. */
export type Statement = ReturnType<typeof assembled>;

const statementType = 'https://in-toto.io/Statement/v1';
const predicateType = 'https://in-toto.io/attestation/test-result/v0.1';

export const statementOf = (result: RunResult): Statement => JSON.parse(JSON.stringify(assembled(result)));

function assembled(result: RunResult) {
  const { suite, target, startedAt, durationMs, seed, runs, config, exitCode, summary, totals, profile } =
    result;
  const asked = result.clauses.filter(isAsked);
  const named = (...verdicts: Verdict[]): string[] =>
    verdicts.flatMap((verdict) => having(asked, verdict)).map(({ clause }) => clause);
  const passed = totals.warn > 0 ? 'WARNED' : 'PASSED';
  return {
    _type: statementType,
    subject: [{ name: target.baseUrl, digest: { sha256: sha256(JSON.stringify({ target, profile })) } }],
    predicateType,
    predicate: {
      result: exitCode === 0 ? passed : 'FAILED',
      configuration: [
        { name: 'payrig', uri: `pkg:npm/payrig@${suite.version}`, digest: { sha256: suiteDigest() } },
        ...['openapi.yaml', clausesFile(result)].map(specFile),
        { name: 'profile', digest: { sha256: sha256(JSON.stringify(profile)) } },
      ],
      passedTests: named('pass'),
      warnedTests: named('warn'),
      failedTests: named('fail', 'error'),
      payrig: {
        version: 1 as const,
        judged: result.subject ?? 'deployment',
        ...{ suite, target, startedAt, durationMs, seed, runs, config, exitCode, summary, totals },
        evidence: Object.fromEntries(evidenceCounts(result.clauses)),
        verdicts: asked.map(verdictOf),
        notSelected: result.clauses.filter((one) => !asked.includes(one)).map(({ clause }) => clause),
        profile,
        points: result.points.map(({ point, from = 'unknown' as const }) => ({ point, from })),
      },
    },
  };
}

function verdictOf({ clause, level, verdict, evidence, skip }: ClauseResult) {
  const why = skip && { kind: skip.kind, message: skip.message };
  return { clause, level, verdict, evidence, skip: why };
}

/** A verified payload may be signed and still be no statement of ours. */
export function expectStatement(payload: unknown): Statement {
  if (!isStatement(payload))
    throw new NotGenuine('it is signed, but is not a statement of payrig check, exam or watch');
  return payload;
}

const isStatement = (payload: unknown): payload is Statement =>
  isObject(payload) &&
  payload['_type'] === statementType &&
  payload['predicateType'] === predicateType &&
  objectIn(payload, 'predicate', 'payrig')['version'] === 1;

export function attestedText({ subject, predicate }: Statement): string {
  const { suite, startedAt, totals, summary, evidence, judged } = predicate.payrig;
  const day = startedAt.slice(0, 16).replace('T', ' ');
  const path = evidence['watched'] ? 'watched traffic' : 'the public interface alone';
  const resting = evidence['watched'] ?? evidence['public'] ?? 0;
  const noun = totals.judged === 1 ? 'verdict' : 'verdicts';
  const { hands } = fieldsOf(predicate.payrig.config['source']);
  const source = typeof hands === 'string' ? ` The traffic ${hands}.` : '';
  return `payrig ${suite.version} judged the ${judged} ${subject[0]?.name} on ${day} UTC: ${summary} Evidence: ${resting} of ${totals.judged} ${noun} on ${path}.${source}`;
}

function clausesFile({ subject }: RunResult): string {
  const own = `${subject}-clauses.yaml`;
  return existsSync(new URL(`../../spec/${own}`, import.meta.url)) ? own : 'clauses.yaml';
}

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

const specFile = (name: string) => ({
  name,
  digest: { sha256: sha256(readFileSync(new URL(`../../spec/${name}`, import.meta.url))) },
});

/** The digest of the code and the data that judge: the same for all who have the same package. */
function suiteDigest(): string {
  const hash = createHash('sha256');
  for (const folder of ['../', '../../spec/']) {
    const root = fileURLToPath(new URL(folder, import.meta.url));
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) =>
      path.replaceAll('\\', '/'),
    );
    const judging = paths.filter((path) => /(?<!\.d|\.test)\.(ts|js|yaml|json)$/.test(path));
    for (const path of judging.sort()) hash.update(`${path}\n${sha256(readFileSync(`${root}${path}`))}\n`);
  }
  return hash.digest('hex');
}
