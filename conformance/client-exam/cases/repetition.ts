import { agreementWith } from '../../../spec/webhooks/agreement.ts';
import { open } from '../../../spec/webhooks/open.ts';
import { Failure } from '../../failure.ts';
import { casesOf, type Evidence, type ExamCase, expectEnded, honest, succeeds } from '../exam-case.ts';
import type { Journey } from '../journeys.ts';
import { uploadsOf } from '../truth.ts';

const repeated: Journey[] = ['update-user', 'connect', 'direct-connection', 'upload-statement', 'subscribe'];
const repeatedToo: Journey[] = ['invite-member', 'delete-user', 'delete-account', 'delete-entry'];

/** How often something is there that should be there once. */
async function doubled({ stage }: Evidence): Promise<string | undefined> {
  const uploads = stage.journey === 'upload-statement' ? await uploadsOf(stage) : 0;
  if (uploads > 1) return `${uploads} uploads with the same external id`;
  const subscriptions = stage.journey === 'subscribe' ? (await stage.subscriptions()).length : 0;
  if (subscriptions > 1) return `${subscriptions} subscriptions to the same address`;
  return undefined;
}

async function once(evidence: Evidence): Promise<void> {
  expectEnded(evidence);
  const twice = await doubled(evidence);
  if (twice !== undefined) throw new Failure('nothing doubled by a second run', twice);
}

/** The subscription is the one that was asked for, and its deliveries are sealed as agreed. */
async function subscribedAsAsked(evidence: Evidence): Promise<void> {
  await succeeds(evidence);
  const { values } = evidence.stage;
  const [made] = await evidence.stage.subscriptions();
  const wanted = (values['EVENTS'] ?? '').split(',').sort().join();
  const events = [...(made?.events ?? [])].sort().join();
  if (events !== wanted) throw new Failure(`a subscription to ${wanted}`, `one to ${events}`);
}

async function sealedAsAsked(evidence: Evidence): Promise<void> {
  const { stage } = evidence;
  await succeeds(evidence);
  const { SECRET: secret, ENCRYPTION_KEY: key } = stage.values;
  await stage.makeUser();
  await stage.makeEntry();
  const delivery = await stage.inbox!.until('a delivery to the address', () => true);
  try {
    open({ rawBody: delivery.raw, headers: delivery.headers, ...agreementWith({ secret, key }) });
  } catch (error) {
    throw new Failure(
      `deliveries that the secret${key === undefined ? '' : ' and the key'} of the caller opens`,
      (error as Error).message,
    );
  }
}

const secret = 'exam-secret-"ü"-0042';
const key = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + 251) % 256)).toString('base64');

export const repetitionCases: readonly ExamCase[] = [
  ...casesOf('run twice', repeated, {
    starts: 'twice',
    judges: {
      'repetition.twice': async (evidence) => {
        await once(evidence);
        await honest(evidence);
      },
    },
  }),
  ...casesOf('run twice', repeatedToo, { starts: 'twice', judges: { 'repetition.twice': honest } }),
  ...casesOf('run twice with an MFA answer', ['connect'], {
    wish: { mfa: 'k7Q-2x' },
    starts: 'twice',
    judges: { 'repetition.twice': honest },
  }),
  ...casesOf('two at once', ['update-user', 'connect', 'direct-connection', 'subscribe', 'invite-member'], {
    starts: 'at-once',
    judges: { 'repetition.at-once': once },
  }),
  ...casesOf('all events', ['subscribe'], {
    wish: {
      values: { EVENTS: 'user-payroll-submitted,user-bank-statement-submitted,user-taxauth-data-submitted' },
    },
    judges: { 'webhooks.subscribed-as-asked': subscribedAsAsked },
  }),
  ...casesOf('one event', ['subscribe'], {
    wish: { values: { EVENTS: 'user-bank-statement-submitted' } },
    judges: { 'webhooks.subscribed-as-asked': subscribedAsAsked },
  }),
  ...casesOf('a signing secret', ['subscribe'], {
    wish: { values: { SECRET: secret } },
    judges: { 'webhooks.sealed-as-asked': sealedAsAsked },
  }),
  ...casesOf('a signing secret and an encryption key', ['subscribe'], {
    wish: { values: { SECRET: secret, ENCRYPTION_KEY: key } },
    judges: { 'webhooks.sealed-as-asked': sealedAsAsked },
  }),
];
