import { willingUser } from '../arrange/willing-user.ts';
import { type Check, type Context, check } from '../check.ts';
import { eventually } from '../eventually.ts';
import { expectEqual, expectSuccess, expectThat, expectTwin } from '../expect.ts';
import { CannotArrange } from '../failure.ts';
import type { Answer } from '../target/exchange.ts';
import { specimenStatement } from './specimen-statement.ts';

const needs = ['users', 'tokens', 'authorisations'] as const;

/** A user with presigned URLs for files of these names. */
async function presigned({ arrange, call }: Pick<Context, 'arrange' | 'call'>, names: readonly string[]) {
  const { user_id } = await willingUser(arrange);
  const files = names.map((file_name) => ({ file_name, external_id: `loan-${file_name}` }));
  const as = { bearer: await arrange.tokenFor(user_id) };
  const answer = await call('presignBankStatements', { body: { files }, as });
  return { user_id, files, urls: expectSuccess(answer, 200).presigned_urls.map((one) => one.presigned_url) };
}

/** Uploads a statement with no credential but the URL itself. */
const upload = async ({ send }: Pick<Context, 'send'>, url: string): Promise<Answer> =>
  send({
    method: 'PUT',
    url,
    headers: { 'Content-Type': 'application/pdf' },
    body: await specimenStatement(),
    as: 'none',
  });

const isTaken = ({ status }: Answer): boolean => status >= 200 && status <= 299;

export const uploadChecks: readonly Check[] = [
  check({
    clause: 'documents.upload.takes-pdf',
    needs,
    scenario: async (ctx) => {
      const { urls } = await presigned(ctx, ['march.pdf', 'april.pdf']);
      for (const url of urls) {
        const answer = await upload(ctx, url);
        expectThat(isTaken(answer), 'the upload to be taken', `${answer.status}`, answer);
      }
    },
  }),

  check({
    clause: 'documents.upload.url-expires',
    needs: [...needs, 'clock'],
    uses: ['presign.url-lifetime-seconds'],
    exclusive: 'clock',
    scenario: async (ctx) => {
      const { urls } = await presigned(ctx, ['march.pdf', 'april.pdf']);
      const [early = '', late = ''] = urls;
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
      const { user_id, files, urls } = await presigned(ctx, ['march.pdf']);
      expectTwin(await upload(ctx, urls[0] ?? ''));
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
      expectEqual(listed, files, 'the submissions of the upload', answer);
    },
  }),
];
