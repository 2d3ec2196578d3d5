import type { Context } from '../../../judgement/check.ts';
import { uploadFile } from '../../../steps/upload-file.ts';
import { isSuccess } from '../../../target/exchange.ts';
import { fieldsOf, objectsIn } from '../../../target/read-json.ts';
import { type AnyProbe, type Finding, probe, seen, unknown } from '../probe.ts';
import { presigner } from './requests.ts';
import { subscribeInbox } from './webhooks.ts';

const usual = [60, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400];
const slackMs = 5000;

/** Which of the usual lifetimes something has: it works shortly before the end of it, and not shortly after. */
async function lifetime({ arrange }: Context, works: () => Promise<boolean>): Promise<Finding<number>> {
  const start = await arrange.now();
  for (const seconds of usual)
    for (const off of [-slackMs, slackMs]) {
      await arrange.moveClock({ to: new Date(start + seconds * 1000 + off).toISOString() });
      if (await works()) continue;
      return off > 0 ? seen(seconds) : unknown(`it ends at no usual time before ${seconds} seconds`);
    }
  return unknown('it is longer than a day');
}

const needs = ['users', 'tokens', 'authorisations', 'clock'] as const;

export const lifetimeProbes: readonly AnyProbe[] = [
  probe('auth.user-token.lifetime-seconds', { needs, exclusive: 'clock' }).by(async (ctx) => {
    const { presign } = await presigner(ctx);
    return lifetime(ctx, async () => isSuccess(await presign()));
  }),
  probe('presign.url-lifetime-seconds', { needs, exclusive: 'clock' }).by(async (ctx) => {
    const { presign } = await presigner(ctx);
    // An address may be good for one upload alone.
    const urls: string[] = [];
    for (const _ of [...usual, ...usual]) {
      const { body } = await presign();
      urls.push(String(objectsIn(fieldsOf(body)['presigned_urls'])[0]?.['presigned_url']));
    }
    const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
    return lifetime(ctx, async () => isSuccess(await uploadFile(ctx, urls.pop() ?? '', pdf)));
  }),
  probe('webhooks.delivery.max-attempts', {
    needs: ['users', 'entries', 'receiver', 'clock'],
    exclusive: 'clock',
  }).by(async (ctx) => {
    const { inbox } = await subscribeInbox(ctx, {}, 500);
    const { user_id } = await ctx.arrange.createUser();
    await ctx.arrange.createEntry(user_id, [{}], null);
    await inbox.until('a first attempt', () => true);
    const counts: number[] = [];
    for (const by of ['P7D', 'P7D']) {
      await ctx.arrange.moveClock({ by });
      counts.push(inbox.received.filter(({ raw }) => raw.includes(user_id)).length);
    }
    const [first, second = 0] = counts;
    if (first === second) return seen(second);
    return unknown(`it goes on after a week (${counts.join(', then ')} attempts)`);
  }),
];
