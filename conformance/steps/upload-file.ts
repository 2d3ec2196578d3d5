import { unlessRefused } from '../arrange/offers.ts';
import type { Arranging, Calling, Context } from '../judgement/check.ts';
import { expectSuccess } from '../judgement/expect.ts';
import { isSuccess, type ServiceResponse } from '../target/exchange.ts';

export const file = { file_name: 'march.pdf', external_id: 'loan-1' };

/** A presigned URL for one file, since a deployment may allow no more at a time. */
export async function presignedUrl({ call }: Calling, { bearer }: { bearer: string }, one = file) {
  const answer = await call('presignBankStatements', { body: { files: [one] }, as: { bearer } });
  return expectSuccess(answer, 200).presigned_urls[0]?.presigned_url ?? '';
}

/** The ways in which a file may be sent to a presigned URL: the document names neither method nor content type. */
const ways = [
  { method: 'PUT', headers: { 'Content-Type': 'application/pdf' } },
  { method: 'PUT', headers: {} },
  { method: 'POST', headers: { 'Content-Type': 'application/pdf' } },
  { method: 'PUT', headers: { 'Content-Type': 'application/octet-stream' } },
] as const;

/** Uploads a file with no credential but the URL itself, by the first way that is taken; else the first refusal. */
export async function uploadFile({ send }: Pick<Context, 'send'>, url: string, body: Uint8Array) {
  let first: ServiceResponse<never> | undefined;
  for (const way of ways) {
    const answer = await send({ ...way, url, body, as: 'none' });
    if (isSuccess(answer)) return answer;
    first ??= answer;
  }
  return first!;
}

export async function mayUpload({ arrange }: Arranging, user_id: string): Promise<boolean> {
  return (await unlessRefused(arrange.createEntry(user_id, [{}], null))) !== undefined;
}
