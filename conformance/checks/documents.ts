import fc from 'fast-check';
import type { LayoutName } from '../../generators/statements/statement.ts';
import type { BankStatementSubmission } from '../../spec/types.ts';
import { willingUser } from '../arrange/willing-user.ts';
import { type Check, type ClientUnderTest, type Context, check, checkWith } from '../judgement/check.ts';
import {
  expectEqual,
  expectRefusal,
  expectShape,
  expectSuccess,
  expectThat,
  expectTwin,
} from '../judgement/expect.ts';
import { NotApplicable } from '../judgement/failure.ts';
import { expectLaw, type LawClause } from '../predicates/laws.ts';
import { specimenStatement } from '../steps/specimen-statement.ts';
import { file, presignedUrl, uploadFile } from '../steps/upload-file.ts';
import { isRefusal, isSuccess, type ServiceResponse } from '../target/exchange.ts';
import { fieldsOf } from '../target/read-json.ts';
import { specials } from '../values/table.ts';
import { identifiers, names } from '../values/text.ts';
import { isAbout, subscribe, unsubscribing } from './events/subscribe.ts';
import { expectMissingNamed } from './wrong-bodies.ts';

const needs = ['users', 'tokens', 'authorisations'] as const;
const documentCheck = checkWith({ needs });
const uploads = ['classic', 'modern'] as const satisfies readonly LayoutName[];

async function uploader({ arrange }: ClientUnderTest) {
  const { user_id } = await willingUser(arrange);
  return { user_id, bearer: await arrange.tokenFor(user_id) };
}

const upload = async (ctx: Pick<Context, 'send'>, url: string): Promise<ServiceResponse> =>
  uploadFile(ctx, url, await specimenStatement());

const listOf = ({ call }: ClientUnderTest, user_id: string) =>
  call('listBankStatements', { path: { user_id }, query: { offset: 0, limit: 100 } });

/** The ids of what is listed already: a lent user may have some, and other checks add more. */
const idsListed = async (ctx: ClientUnderTest, user_id: string): Promise<Set<string>> =>
  new Set(submissionsOf(await listOf(ctx, user_id)).map(({ id }) => id));

/** One upload of each layout, shared by all checks that look at its result; an upload that leads to nothing fails them. */
async function uploaded(ctx: Context, layout: LayoutName, whose = '') {
  const file = { file_name: `Statement of March, ${layout}.pdf`, external_id: `loan-${layout}` };
  const isOf = ({ document_filename, document_external_id }: BankStatementSubmission): boolean =>
    document_filename === file.file_name || document_external_id === file.external_id;
  const key = `an upload of the ${layout} statement${whose}`;
  const { answer, earlier } = await ctx.shared(key, async (side) => {
    const user = await uploader(side);
    const earlier = await idsListed(side, user.user_id);
    expectTwin(await uploadFile(side, await presignedUrl(side, user, file), await specimenStatement(layout)));
    const list = () => listOf(side, user.user_id);
    return { answer: await ctx.extracted(list, (page) => submissionsOf(page).some(isOf)), earlier };
  });
  const listings = expectSuccess(answer, 200).bank_statement_submissions;
  const listed = listings.find(isOf) ?? listings.find(({ id }) => !earlier.has(id));
  expectThat(listed !== undefined, 'the uploaded statement among the submissions', 'none in time', answer);
  return { answer, listed, file };
}

function submissionsOf({ body }: ServiceResponse<'listBankStatements'>): BankStatementSubmission[] {
  const { bank_statement_submissions: listed } = fieldsOf(body);
  return Array.isArray(listed) ? listed : [];
}

type Uploader = Awaited<ReturnType<typeof uploader>>;

const presign = ({ call, arranged }: Pick<Context<never, Uploader>, 'call' | 'arranged'>, files: unknown) =>
  call('presignBankStatements', { json: { files }, as: { bearer: arranged.bearer } });

/** Some files with names of their own, as many as the deployment says that it takes. */
const someFiles = ({ known }: Pick<Context, 'known'>): fc.Arbitrary<(typeof file)[]> => {
  const pdfs = fc.oneof(names, identifiers).map((name) => `${name.replaceAll(/[/:]/g, '-')}.pdf`);
  const maxLength = Math.min(known['presign.max-files'] ?? 5, 5);
  const files = fc.record({ file_name: pdfs, external_id: identifiers });
  return fc.uniqueArray(files, { selector: ({ file_name }) => file_name, minLength: 1, maxLength });
};

/** Files with special external ids and names, as many at a time as any deployment takes. */
const specialFiles: readonly (typeof file)[][] = specials.texts.map((text, at) => [
  { file_name: `${at}${specials.texts[3]}.pdf`, external_id: text },
]);

const wrong = [{ file_name: 42 }, { file_name: ['march.pdf'] }, { external_id: 42 }, { external_id: {} }];
/** Anything but an array of objects with text fields. */
const illTyped: readonly unknown[] = [
  ...['march.pdf', 42, true, file, [42], ['march.pdf'], [[file]], [file, 42]],
  ...wrong.map((fields) => [{ ...file, ...fields }]),
];

const presignCheck = (clause: LawClause): Check =>
  documentCheck(clause, {
    uses: ['presign.max-files'],
    arrange: uploader,
    given: someFiles,
    always: clause === 'documents.presign.echo' ? specialFiles : [],
  }).by(async (ctx, files) => {
    const answer = await presign(ctx, files);
    const { presigned_urls } = expectSuccess(answer, 200);
    expectLaw(clause, answer);
    const isWeb = (url: string): boolean => /^https?:\/\/[^/]/.test(url);
    const odd = presigned_urls.find(({ presigned_url, path }) => !isWeb(presigned_url) || path === '');
    if (clause === 'documents.presign.answer')
      expectThat(odd === undefined, 'a web address and a storage path', JSON.stringify(odd), answer);
  });

export const documentChecks: readonly Check[] = [
  presignCheck('documents.presign.one-item-per-file'),
  // More files than a deployment may take, and files alike: it may refuse them, and must not drop some.
  documentCheck('documents.presign.one-item-per-file', { law: true, arrange: uploader }).by(async (ctx) => {
    const many = [11, 51, 101].map((length) =>
      Array.from({ length }, (_, n) => ({ file_name: `${n}.pdf`, external_id: `loan-${n}` })),
    );
    const others = [{ external_id: 'loan-2' }, { file_name: 'April.pdf' }, {}];
    for (const files of [...many, ...others.map((other) => [file, { ...file, ...other }])]) {
      const answer = await presign(ctx, files);
      if (isRefusal(answer)) expectRefusal(answer);
      else expectLaw('documents.presign.echo', answer);
      if (isSuccess(answer)) expectLaw('documents.presign.one-item-per-file', answer);
    }
    // Which id stands for one that was not sent is open; the id of another file is wrong.
    const answer = await presign(ctx, [file, { file_name: 'April.pdf' }]);
    const items = isSuccess(answer) ? expectSuccess(answer).presigned_urls : [];
    const ids = items.map(({ external_id }) => external_id);
    const isOwn = ids.filter((id) => id === file.external_id).length < 2;
    expectThat(isOwn, 'an id for its own file alone', ids.join(), answer);
  }),
  presignCheck('documents.presign.echo'),
  presignCheck('documents.presign.answer'),

  documentCheck('documents.presign.no-files', { arrange: uploader }).by(async (ctx) => {
    expectTwin(await presign(ctx, [file]), [200]);
    expectRefusal(await presign(ctx, []));
  }),

  documentCheck('documents.presign.missing-field-named', {
    uses: ['requests.required.presignBankStatements'],
    arrange: uploader,
  }).by((ctx) =>
    expectMissingNamed(ctx.known['requests.required.presignBankStatements'], async () => ({
      body: file,
      send: (one) => presign(ctx, [one]),
    })),
  ),

  documentCheck('documents.presign.ill-typed-files', { arrange: uploader }).by(async (ctx) => {
    expectTwin(await presign(ctx, [file]), [200]);
    for (const files of illTyped) expectRefusal(await presign(ctx, files));
  }),
  documentCheck('documents.upload.takes-pdf').by(async (ctx) => {
    const answer = await upload(ctx, await presignedUrl(ctx, await uploader(ctx)));
    expectThat(isSuccess(answer), 'the upload to be taken', `${answer.status} with ${answer.text}`, answer);
  }),

  check('documents.upload.url-expires', {
    needs: [...needs, 'clock'],
    uses: ['presign.url-lifetime-seconds'],
    exclusive: 'clock',
  }).by(async (ctx) => {
    const user = await uploader(ctx);
    const early = await presignedUrl(ctx, user);
    const late = await presignedUrl(ctx, user);
    expectTwin(await upload(ctx, early));
    const lifetime = ctx.known['presign.url-lifetime-seconds'];
    await ctx.arrange.moveClock({ by: lifetime === undefined ? 'P8D' : `PT${lifetime + 60}S` });
    const answer = await upload(ctx, late);
    // Another provider may run the storage; its refusals then have another body.
    const expected = 'an upload after the lifetime to be turned away';
    expectThat(isRefusal(answer), expected, `${answer.status}`, answer);
  }),

  // A storage may accept an upload that leads to nothing.
  unsubscribing(
    check('users.delete.takes-files', { law: true, needs: [...needs, 'receiver', 'bank-statements'] }).by(
      async (ctx) => {
        const { inbox } = await subscribe(ctx, { events: ['user-bank-statement-submitted'] });
        const user = await uploader(ctx);
        const url = await presignedUrl(ctx, user);
        expectTwin(await ctx.call('deleteUser', { path: { user_id: user.user_id } }));
        const answer = await upload(ctx, url);
        const expected = 'an upload for a deleted user to be answered';
        expectThat(answer.status < 500, expected, `${answer.status}`, answer);
        const { user_id: later } = await uploader(ctx);
        await ctx.arrange.createBankStatement(later);
        await inbox.until('the event of a later statement', isAbout(later));
        const { length } = inbox.received.filter(isAbout(user.user_id));
        expectEqual(length, 0, 'the events of what was uploaded for a deleted user');
      },
    ),
  ),

  documentCheck('documents.upload.becomes-submission').by(async (ctx) => {
    const { answer, listed, file } = await uploaded(ctx, 'classic');
    const { document_filename: file_name, document_external_id: external_id } = listed;
    expectEqual({ file_name, external_id }, file, 'the submission of the upload', answer);
  }),

  // Of two files of one request, uploaded in the other order, each keeps its own names.
  documentCheck('documents.upload.becomes-submission', { law: true, uses: ['presign.max-files'] }).by(
    async (ctx) => {
      const user = await uploader(ctx);
      const nameOf = (layout: LayoutName): string => `00 Zoë & O'Neill ${layout}.pdf`;
      const files = uploads.map((layout, n) => ({ file_name: nameOf(layout), external_id: `00${n}` }));
      const answer = await presign({ call: ctx.call, arranged: user }, files);
      if (answer.status >= 400 && (ctx.known['presign.max-files'] ?? 1) < 2)
        throw new NotApplicable('this deployment presigns one file at a time');
      const { presigned_urls: items } = expectSuccess(answer, 200);
      const earlier = await idsListed(ctx, user.user_id);
      const ours = files.flatMap(({ file_name, external_id }) => [file_name, external_id]);
      const isOurs = ({ document_filename, document_external_id }: BankStatementSubmission) =>
        [document_filename, document_external_id].some((name) => ours.includes(name ?? ''));
      const newIn = (page: Parameters<typeof submissionsOf>[0]): BankStatementSubmission[] =>
        submissionsOf(page).filter((one) => !earlier.has(one.id) && isOurs(one));
      for (const [n, layout] of [...uploads.entries()].toReversed()) {
        const { presigned_url = '' } = items.find(({ external_id }) => external_id === `00${n}`) ?? {};
        expectTwin(await uploadFile(ctx, presigned_url, await specimenStatement(layout)));
      }
      const list = () => listOf(ctx, user.user_id);
      const page = await ctx.extracted(list, (listed) => newIn(listed).length > 1);
      const shown = newIn(page).map((one) => `${one.document_filename} ${one.document_external_id}`);
      const given = files.map((one) => `${one.file_name} ${one.external_id}`);
      // A deployment may take the same figures in another layout for the statement that it has.
      const expected = shown.length === 1 ? given.filter((one) => shown.includes(one)) : given;
      expectEqual(shown.sort(), expected, 'the names of the uploads', page);
    },
  ),

  documentCheck('documents.upload.shape').by(async (ctx) => {
    for (const layout of [...uploads, 'compact'] as const) expectShape((await uploaded(ctx, layout)).answer);
  }),

  // Law of the second time: a copy that another user uploads is read like the first.
  documentCheck('documents.upload.becomes-submission', { law: true }).by(async (ctx) => {
    const { listed: first } = await uploaded(ctx, 'classic');
    const { answer, listed } = await uploaded(ctx, 'classic', ' of another user');
    const read = ({ account_information, transactions }: BankStatementSubmission) => ({
      account_information,
      transactions: transactions?.length,
    });
    expectEqual(read(listed), read(first), 'what is read from a copy of the statement', answer);
  }),
];
