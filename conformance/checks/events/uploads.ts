import type { Context } from '../../check.ts';
import { Failure } from '../../failure.ts';
import { succeeded } from '../../steps/retrieved.ts';
import { specimenStatement } from '../../steps/specimen-statement.ts';
import { uploadFile } from '../../steps/upload-file.ts';

/** Bytes that call themselves a PDF and hold nothing to extract. */
export const unreadablePdf: Uint8Array = Buffer.from('%PDF-1.7\nnothing of what follows is a document\n');

/** Presigns one file for a user. */
export async function presigned({ call, arrange }: Context, user_id: string): Promise<string> {
  const answer = await call('presignBankStatements', {
    body: { files: [{ file_name: 'march.pdf', external_id: 'march' }] },
    as: { bearer: await arrange.tokenFor(user_id) },
  });
  const { presigned_urls: [item] = [] } = succeeded(answer, 'presigning') as {
    presigned_urls?: { presigned_url: string }[];
  };
  if (!item) throw new Failure('an address to upload to', 'none', answer);
  return item.presigned_url;
}

/** Uploads a statement and waits until it is listed; the quality of the extraction is not judged here. */
export async function extractedUpload(ctx: Context, user_id: string): Promise<void> {
  const url = await presigned(ctx, user_id);
  const answer = await uploadFile(ctx, url, await specimenStatement());
  if (answer.status < 200 || answer.status > 299)
    throw new Failure('the upload to be taken', `${answer.status} with ${answer.text.slice(0, 200)}`, answer);
  const listed = await ctx.extracted(
    async () => (await ctx.call('listBankStatements', { path: { user_id } })).body,
    (body) => lengthOf(body) > 0,
  );
  if (lengthOf(listed) === 0)
    throw new Failure('the uploaded statement among the submissions', 'none in time');
}

const lengthOf = (body: unknown): number =>
  (body as { bank_statement_submissions?: unknown[] } | undefined)?.bank_statement_submissions?.length ?? 0;
