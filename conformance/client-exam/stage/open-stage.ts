import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ClientHandle } from '../../../simulator/index.ts';
import { freePort } from '../../../spec/free-port.ts';
import { withoutNulls } from '../../../spec/json.ts';
import type { Inbox } from '../../judgement/receiver.ts';
import { HttpReceiver } from '../../receiver/http-receiver.ts';
import { clientReceiver, type ReceivingClient } from './client-receiver.ts';
import { fixtures } from './fixtures.ts';
import { type Body, Front, jsonAnswer, jsonOf, signedQuery } from './front.ts';
import { causes, type Journey } from './journeys.ts';
import { passedOn, reshaped, withKeys } from './reactions.ts';
import type { SandboxPool } from './sandbox-pool.ts';
import { countUsers, type Stage, type Start, type Wish } from './stage.ts';
import { withBalance } from './statements.ts';

/** Makes all that a case starts from; whatever it opened is closed where that fails. */
export async function openStage(
  journey: Journey,
  wish: Wish,
  { receiver: address, secret = 'exam-secret-of-webhooks' }: ReceivingClient,
  sandboxes: SandboxPool,
): Promise<Stage> {
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const end of closers.splice(0)) await end();
  };
  try {
    const front = new Front();
    await front.start();
    closers.push(() => front.close());
    const { points, now, start, events } = wish;
    const profile = { points: { 'users.list.default-limit': 100, ...points } };
    const options = { users: start?.users ?? 0, now, profile };
    const { handle, url, member } = await sandboxes.client(options, journey === 'invite-member');
    front.target = url;
    front.transfer = wish.transfer;

    const stages: Stage[] = [];
    const subscribed = new Set<string>();
    front.amend = (answer, { operation }) => {
      if (operation === 'listBankStatements')
        return stages.reduce((amended, stage) => withBalance(stage, amended), answer);
      if (operation !== 'presignBankStatements') return answer;
      const body = jsonOf(answer);
      return body ? jsonAnswer(answer.status, presignedFor(body, url, front.storageUrl)) : answer;
    };
    const arrangedFor = async (sandbox: ClientHandle, wish: Wish): Promise<Stage> => {
      let inbox: Inbox | undefined;
      const openInbox = async (): Promise<Inbox> => {
        const own = new HttpReceiver({ patienceMs: 5000 });
        await own.start();
        closers.push(() => own.close());
        inbox = own.inbox();
        return inbox;
      };
      const arranged = await fixtures[journey].arrange({
        ...{ sandbox, wish, openInbox, member: { MEMBER: member.email, PASSWORD: member.password } },
      });
      const { FILE, USER_ID: user_id = '' } = arranged;
      if (FILE !== undefined) closers.push(() => rm(dirname(FILE), { recursive: true, force: true }));

      const takes = causes[journey] === undefined ? undefined : address;
      const receiver = takes === undefined ? undefined : clientReceiver(takes, secret, await freePort());
      if (receiver) closers.push(() => receiver.close());
      if (receiver && events) await openInbox();
      const values = { JOURNEY: journey, URL: front.url, API_KEY: sandbox.apiKey, ...arranged };
      const usersBefore = journey === 'list-users' ? await countUsers(sandbox) : 0;
      const stage: Stage = {
        ...{ journey, wish, front, sandbox, usersBefore, inbox, receiver, close },
        path: { user_id },
        values: withoutNulls<string | null | undefined>({ ...values, ...receiver?.values, ...wish.values }),
        another: async (whose) => {
          const own = whose === 'same' ? sandbox : (await sandboxes.client(options, false)).handle;
          return arrangedFor(own, { ...wish, start: { ...wish.start, ...anotherStart } });
        },
      };
      stages.push(stage);
      await wish.arrange?.(stage);
      const to = receiver && (inbox?.url ?? receiver.address);
      if (to !== undefined && !subscribed.has(sandbox.apiKey + to)) await subscribe(sandbox, to, secret);
      subscribed.add(sandbox.apiKey + to);
      await sandbox.arrange('clearRequests');
      return stage;
    };
    const stage = await arrangedFor(handle, wish);
    const react = wish.react?.(stage) ?? (events ? passedOn(events, stage) : undefined);
    const change = reshaped(wish.reshapes ?? []);
    front.react = react ? (seen, pass) => react(seen, (url) => change(seen, () => pass(url))) : change;
    return stage;
  } catch (error) {
    await close();
    throw error;
  }
}

/** The URLs lead to the storage, and have a signature of characters that must not be decoded or encoded again. */
const presignedFor = (body: Body, from: string, to: string): unknown =>
  withKeys(['presigned_url'], (url) => {
    const own = String(url).replace(from, to);
    return `${own}${own.includes('?') ? '&' : '?'}${signedQuery}`;
  })(body);

/** What another user has: nothing is the same as with the first one. */
const anotherStart: Start = {
  fields: { surname: 'Hopper', payroll_period_months: 9 },
  payslips: ['1501.25', '1602.50'],
  incomes: ['7010.25', '8020.50'],
  balance: '45.60',
};

/** Events go to the client's receiver, or to the exam where a case passes them on in its own way. */
async function subscribe({ client }: ClientHandle, url: string, signing_secret: string): Promise<void> {
  const events = ['user-payroll-submitted' as const, 'user-bank-statement-submitted' as const];
  const body = { name: `exam ${url}`, url, events, signing_secret, config: { include_payload: true } };
  await client.POST('/webhooks', { body });
}
