import { willingUser } from '../arrange/willing-user.ts';
import { type Check, type Context, check } from '../check.ts';
import { eventually } from '../eventually.ts';
import { expectEqual, expectSuccess, expectThat, expectTwin } from '../expect.ts';
import { CannotArrange } from '../failure.ts';
import type { Answer } from '../target/exchange.ts';
import { specimenStatement } from './specimen-statement.ts';
import { uploadFile } from './upload-file.ts';

const needs = ['users', 'tokens', 'authorisations'] as const;

/** A user who may upload. */
async function uploader({ arrange }: Pick<Context, 'arrange'>) {
  const { user_id } = await willingUser(arrange);
  return { user_id, bearer: await arrange.tokenFor(user_id) };
}

/** A presigned URL for one file, since a deployment may allow no more at a time. */
async function presigned(
  { call }: Pick<Context, 'call'>,
  { bearer }: { bearer: string },
  file = { file_name: 'march.pdf', external_id: 'loan-1' },
): Promise<string> {
  const answer = await call('presignBankStatements', { body: { files: [file] }, as: { bearer } });
  return expectSuccess(answer, 200).presigned_urls[0]?.presigned_url ?? '';
}

/** Uploads a statement with no credential but the URL itself. */
const upload = async (ctx: Pick<Context, 'send'>, url: string): Promise<Answer> =>
  uploadFile(ctx, url, await specimenStatement());

export const uploadChecks: readonly Check[] = [
  check({
    clause: 'documents.upload.takes-pdf',
    needs,
    scenario: async (ctx) => {
      const answer = await upload(ctx, await presigned(ctx, await uploader(ctx)));
      const isTaken = answer.status >= 200 && answer.status <= 299;
      expectThat(isTaken, 'the upload to be taken', `${answer.status} with ${answer.text}`, answer);
    },
  }),

  check({
    clause: 'documents.upload.url-expires',
    needs: [...needs, 'clock'],
    uses: ['presign.url-lifetime-seconds'],
    exclusive: 'clock',
    scenario: async (ctx) => {
      const user = await uploader(ctx);
      const [early, late] = [await presigned(ctx, user), await presigned(ctx, user)];
      expectTwin(await upload(ctx, early));
      const lifetime = ctx.known['presign.url-lifetime-seconds'];
      await ctx.arrange.moveClock({ by: lifetime === undefined ? 'P8D' : `PT${lifetime + 60}S` });
      const answer = await upload(ctx, late);
      // The storage may be somebody else's, whose refusals have another body.
      const isRefused = answer.status >= 400 && answer.status <= 499;
      expectThat(isRefused, 'an upload after the lifetime to be turned away', `${answer.status}`, answer);
    },
  }),

  check({
    clause: 'documents.upload.becomes-submission',
    needs: [...needs, 'inspect'],
    scenario: async (ctx) => {
      const file = { file_name: 'Statement of March.pdf', external_id: ctx.mark() };
      const user = await uploader(ctx);
      const { user_id } = user;
      expectTwin(await upload(ctx, await presigned(ctx, user, file)));
      const { documents } = await eventually(
        () => ctx.arrange.inspectUser(user_id),
        ({ documents: [one] }) => one?.state === 'extracted' || one?.state === 'rejected',
        10_000,
      );
      const [{ state, reason } = { state: 'absent', reason: null }] = documents;
      if (state !== 'extracted')
        throw new CannotArrange(
          `the suite's specimen of a statement was not extracted: it is ${state}${reason ? ` (${reason})` : ''}`,
        );
      const answer = await ctx.call('listBankStatements', { path: { user_id } });
      const listed = expectSuccess(answer, 200).bank_statement_submissions.map((one) => ({
        file_name: one.document_filename,
        external_id: one.document_external_id,
      }));
      expectEqual(listed, [file], 'the submissions of the upload', answer);
    },
  }),
];
