import fc from 'fast-check';
import { identifiers, names } from '../arbitraries/text.ts';
import { willingUser } from '../arrange/willing-user.ts';
import { type Check, type Context, check } from '../check.ts';
import { expectEqual, expectRefusal, expectShape, expectSuccess, expectThat, expectTwin } from '../expect.ts';
import { NotApplicable } from '../failure.ts';
import { uploadChecks } from './uploads.ts';

const needs = ['users', 'tokens', 'authorisations'] as const;

/** A user's token with which uploads can be presigned. */
async function uploader({ arrange }: Pick<Context, 'arrange'>) {
  const { user_id } = await willingUser(arrange);
  return { user_id, bearer: await arrange.tokenFor(user_id) };
}

type Uploader = Awaited<ReturnType<typeof uploader>>;

const file = { file_name: 'march.pdf', external_id: 'loan-1' };

const presign = ({ call, arranged }: Pick<Context<never, Uploader>, 'call' | 'arranged'>, files: unknown) =>
  call('presignBankStatements', { json: { files }, as: { bearer: arranged.bearer } });

/** Some files with names of their own, as many as the deployment says that it takes. */
const someFiles = ({ known }: Pick<Context, 'known'>): fc.Arbitrary<(typeof file)[]> =>
  fc.uniqueArray(
    fc.record({
      file_name: fc.oneof(names, identifiers).map((name) => `${name.replaceAll(/[/:]/g, '-')}.pdf`),
      external_id: identifiers,
    }),
    {
      selector: ({ file_name }) => file_name,
      minLength: 1,
      maxLength: Math.min(known['presign.max-files'] ?? 5, 5),
    },
  );

/** What is no array of objects with text fields. */
const illTyped: readonly unknown[] = [
  'march.pdf',
  42,
  true,
  file,
  [42],
  ['march.pdf'],
  [[file]],
  [{ ...file, file_name: 42 }],
  [{ ...file, file_name: ['march.pdf'] }],
  [{ ...file, external_id: 42 }],
  [{ ...file, external_id: {} }],
  [file, 42],
];

const presignChecks: readonly Check[] = [
  check({
    clause: 'documents.presign.one-item-per-file',
    needs,
    uses: ['presign.max-files'],
    arrange: uploader,
    given: someFiles,
    property: async (ctx, files) => {
      const answer = await presign(ctx, files);
      const { presigned_urls } = expectSuccess(answer, 200);
      expectEqual(presigned_urls.length, files.length, 'the number of items', answer);
      const addresses = new Set(presigned_urls.map(({ presigned_url }) => presigned_url));
      expectEqual(addresses.size, files.length, 'the number of different URLs', answer);
    },
  }),

  check({
    clause: 'documents.presign.echo',
    needs,
    uses: ['presign.max-files'],
    arrange: uploader,
    given: someFiles,
    property: async (ctx, files) => {
      const answer = await presign(ctx, files);
      const items = expectSuccess(answer, 200).presigned_urls;
      const pairs = (list: readonly { file_name: string; external_id?: string | null }[]) =>
        list.map(({ file_name, external_id }) => `${file_name} ${external_id}`).sort();
      expectEqual(pairs(items), pairs(files), 'file names with their external ids', answer);
    },
  }),

  check({
    clause: 'documents.presign.answer',
    needs,
    uses: ['presign.max-files'],
    arrange: uploader,
    given: someFiles,
    effort: 0.5,
    property: async (ctx, files) => {
      const answer = await presign(ctx, files);
      const { presigned_urls } = expectSuccess(answer, 200);
      expectThat(Array.isArray(presigned_urls), 'an array presigned_urls', 'none', answer);
      expectShape(answer);
      const odd = presigned_urls.find(
        ({ presigned_url, path }) => !/^https?:\/\/[^/]/.test(presigned_url) || path === '',
      );
      expectThat(odd === undefined, 'a web address and a storage path', JSON.stringify(odd), answer);
    },
  }),

  check({
    clause: 'documents.presign.no-files',
    needs,
    arrange: uploader,
    scenario: async (ctx) => {
      expectTwin(await presign(ctx, [file]), [200]);
      expectRefusal(await presign(ctx, []));
    },
  }),

  check({
    clause: 'documents.presign.missing-field-named',
    needs,
    points: ['requests.required.presignBankStatements'],
    arrange: uploader,
    scenario: async (ctx) => {
      const required = ctx.points['requests.required.presignBankStatements'];
      if (required.length === 0) throw new NotApplicable('this deployment requires no field of a file');
      expectTwin(await presign(ctx, [file]), [200]);
      for (const field of required) {
        const { [field]: _, ...rest } = file;
        expectRefusal(await presign(ctx, [rest]), { status: 400, names: [field] });
      }
    },
  }),

  check({
    clause: 'documents.presign.ill-typed-files',
    needs,
    arrange: uploader,
    scenario: async (ctx) => {
      expectTwin(await presign(ctx, [file]), [200]);
      for (const files of illTyped) expectRefusal(await presign(ctx, files));
    },
  }),
];

/** The clauses about documents: presigning, uploading, and what becomes of an upload. */
export const documentChecks: readonly Check[] = [...presignChecks, ...uploadChecks];
