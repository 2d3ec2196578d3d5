import { lacking, needsOf } from '../deployment/offers.ts';
import type { RunEnvironment } from '../deployment/run-environment.ts';
import type { Check, Context } from '../judgement/check.ts';
import type { Failure } from '../judgement/failure.ts';
import { type Attempt, type CheckRun, judgeCheck, skipped } from '../judgement/judge-check.ts';
import type { SkipReason, VerdictEvidence } from '../judgement/result.ts';
import { takesUsualRole } from '../steps/usual-roles.ts';
import { reported } from '../target/curl.ts';
import { contextFor } from './evidence/context.ts';
import { answerLines } from './evidence/diagnose-answer.ts';
import { hintsOf, reportedStory } from './evidence/story.ts';
import { faultOf, type Story, Trace } from './evidence/trace.ts';

export async function judgeDeployment(environment: RunEnvironment, check: Check, run: CheckRun) {
  const skip = unready(environment, check);
  if (skip && environment.isPublic && skip.kind !== 'not-applicable')
    skip.enable = ['run without --evidence public', ...skip.enable];
  if (skip) return skipped(skip);
  const trace = new Trace();
  const outcome = await judgeCheck(check, attemptAt(environment, check, trace), run);
  // Of what holds nothing is kept: a clock that is moved later would move with all of it.
  const isKept = environment.keep && (outcome.failure ?? outcome.error) !== undefined;
  if (!isKept) for (const { cleanup } of environment.clients) await cleanup.remove(trace.made);
  return outcome;
}

function unready(environment: RunEnvironment, check: Check): SkipReason | undefined {
  const missing = needsOf(check).filter((need) => !environment.offers.has(need));
  if (missing.length > 0) return lacking(missing, environment.serverKind);
  const unknown = (check.points ?? []).filter((point) => !Object.hasOwn(environment.known, point));
  if (unknown.length === 0) return undefined;
  return {
    kind: 'unknown-point',
    message: `it depends on what is not known of the deployment: ${unknown.join(', ')}`,
    missing: [],
    enable: unknown.map((point) => `declare [${point}] in a profile (--profile FILE)`),
  };
}

function attemptAt(environment: RunEnvironment, check: Check, trace: Trace): Attempt<Context, Story> {
  const { redactor, client, naming } = environment;
  return {
    redactor,
    async context() {
      const context = contextFor(environment, trace, check.points ?? [], check.clause);
      // Assigned, not spread: spreading would ask for the clients that this run may not have.
      return Object.assign(context, { arranged: await check.arrange?.(context) });
    },
    begin: () => trace.begin(),
    evidence: () => trace.story,
    blame: (error) => faultOf(error, trace),
    shown(failure: Failure, story: Story) {
      const latest = story.steps.findLast((step) => step.kind === 'request');
      const exchange = failure.exchange ?? latest?.exchange;
      const { steps, diagnosis } = reportedStory(story, redactor, naming.vendor);
      for (const line of exchange ? answerLines(exchange, story.steps) : [])
        diagnosis.push(redactor.text(line));
      const hints = hintsOf(steps, redactor.text(client.target.baseUrl), client.arrangement.name);
      return {
        exchange: exchange && reported(exchange, redactor),
        diagnosis: diagnosis.length > 0 ? diagnosis : undefined,
        steps,
        hints: hints.length > 0 ? hints : undefined,
      };
    },
    requests: () => trace.requests,
    restsOn: () => evidenceOf(environment, check, trace),
    again: environment.again,
  };
}

/** What a verdict rests on; a learnt point that the check only uses does not count: it judges without it too. */
function evidenceOf(environment: RunEnvironment, check: Check, trace: Trace): VerdictEvidence {
  const { declared, learntBy, known } = environment;
  const { points = [], uses = [] } = check;
  const learnt = points.flatMap((point) => [...(learntBy.get(point) ?? [])]);
  const arranged = [...new Set([...trace.arrangedBy, ...learnt])].sort();
  // A check tries the usual roles first, and does without the declaration where one of them is taken.
  const needless = takesUsualRole(known['members.roles']) ? 'members.roles' : undefined;
  const said = [...points, ...uses.filter((point) => point !== needless)].filter((one) => declared.has(one));
  const path = arranged.length > 0 ? 'arranged' : said.length > 0 ? 'declared' : 'public';
  return { path, ...(arranged.length > 0 && { arranged }), ...(said.length > 0 && { declared: said }) };
}
