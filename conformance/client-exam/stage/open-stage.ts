import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ClientHandle } from '../../../simulator/index.ts';
import { freePort } from '../../../spec/free-port.ts';
import type { Inbox } from '../../judgement/receiver.ts';
import { HttpReceiver } from '../../receiver/http-receiver.ts';
import { ClientReceiver, type ReceivingClient } from './client-receiver.ts';
import { fixtures } from './fixtures.ts';
import { Front } from './front.ts';
import { causes, type Journey, type Values } from './journeys.ts';
import { passedOn, reshaped } from './reactions.ts';
import type { SandboxPool } from './sandbox-pool.ts';
import { countUsers, type Stage, type Wish } from './stage.ts';
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
    const options = {
      users: start?.users ?? 0,
      now,
      profile: { points: { 'users.list.default-limit': 100, ...points } },
    };
    const { handle: sandbox, url, member } = await sandboxes.client(options, journey === 'invite-member');
    front.target = url;

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

    const receiver =
      causes[journey] && address !== undefined
        ? new ClientReceiver(address, secret, await freePort())
        : undefined;
    if (receiver) closers.push(() => receiver.close());
    if (receiver && events) await openInbox();
    const values = { JOURNEY: journey, URL: front.url, API_KEY: sandbox.apiKey, ...arranged };
    const usersBefore = journey === 'list-users' ? await countUsers(sandbox) : 0;
    const stage: Stage = {
      ...{ journey, wish, front, sandbox, usersBefore, inbox, receiver, close },
      path: { user_id },
      values: given({ ...values, ...receiver?.values, ...wish.values }),
    };
    await wish.arrange?.(stage);
    if (receiver) await subscribe(sandbox, inbox?.url ?? receiver.address, secret);
    await sandbox.arrange('clearRequests');
    front.amend = (answer, { operation }) => {
      if (operation === 'listBankStatements') return withBalance(stage, answer);
      if (operation !== 'presignBankStatements') return answer;
      return { ...answer, body: Buffer.from(answer.body.toString().replaceAll(url, front.storageUrl)) };
    };
    front.react = wish.react?.(stage) ?? (events ? passedOn(events, stage) : reshaped(wish.reshapes ?? []));
    return stage;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Values without those that are taken away. */
const given = (values: Readonly<Record<string, string | undefined>>): Values =>
  JSON.parse(JSON.stringify(values));

/** Events go to the client's receiver, or to the exam where a case passes them on in its own way. */
async function subscribe({ client }: ClientHandle, url: string, signing_secret: string): Promise<void> {
  const events = ['user-payroll-submitted' as const, 'user-bank-statement-submitted' as const];
  const body = { name: 'exam', url, events, signing_secret, config: { include_payload: true } };
  await client.POST('/webhooks', { body });
}
