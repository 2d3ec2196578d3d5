import { around, instead, type Mutant, mutant, onBody, onErrors, onRequest } from './mutant.ts';

const presign = 'presignBankStatements';
const storage = /^\/_storage\//;
const tenYearsMs = 10 * 365 * 86_400_000;

/** Broken sandboxes for the clauses about documents. */
export const documentMutants: readonly Mutant[] = [
  mutant(
    'gives-all-files-one-url',
    'documents.presign.one-item-per-file',
    onBody(presign, ({ presigned_urls }) => {
      for (const one of presigned_urls) one.presigned_url = presigned_urls[0]?.presigned_url ?? '';
    }),
  ),
  mutant(
    'escapes-file-names',
    'documents.presign.echo',
    onBody(presign, ({ presigned_urls }) => {
      for (const one of presigned_urls) one.file_name = encodeURIComponent(one.file_name);
    }),
  ),
  mutant(
    'presigns-addresses-without-a-host',
    'documents.presign.answer',
    onBody(presign, ({ presigned_urls }) => {
      for (const one of presigned_urls) one.presigned_url = new URL(one.presigned_url).pathname;
    }),
  ),
  mutant(
    'presigns-nothing-gladly',
    'documents.presign.no-files',
    instead(presign, ({ sent: { files } }) =>
      Array.isArray(files) && files.length === 0 ? { status: 200, body: { presigned_urls: [] } } : undefined,
    ),
  ),
  mutant(
    'does-not-name-the-missing-field-of-a-file',
    'documents.presign.missing-field-named',
    onErrors(presign, () => ['A file is incomplete']),
  ),
  mutant(
    'takes-a-number-for-a-file-name',
    'documents.presign.ill-typed-files',
    onRequest(presign, ({ sent: { files } }) => {
      for (const file of Array.isArray(files) ? files : [])
        if (typeof file?.file_name === 'number') file.file_name = String(file.file_name);
    }),
  ),
  mutant(
    'wants-the-api-key-for-uploads',
    'documents.upload.takes-pdf',
    instead(storage, ({ headers }) =>
      headers['x-api-key']
        ? undefined
        : { status: 401, body: { errors: ['No X-API-KEY header provided or wrong value'] } },
    ),
  ),
  mutant(
    'presigns-for-ten-years',
    'documents.upload.url-expires',
    around(presign, (context, handler) => handler({ ...context, now: context.now + tenYearsMs })),
  ),
  mutant(
    'never-lists-an-upload',
    'documents.upload.becomes-submission',
    onBody('listBankStatements', (body) => {
      body.bank_statement_submissions = body.bank_statement_submissions.filter(
        ({ document_filename: name }) => !name?.startsWith('Statement of March'),
      );
    }),
  ),
  mutant(
    'tells-the-dates-of-an-upload-as-instants',
    'documents.upload.shape',
    onBody('listBankStatements', ({ bank_statement_submissions }) => {
      for (const { transactions } of bank_statement_submissions)
        for (const one of transactions ?? []) one.date = `${one.date}T00:00:00.000Z`;
    }),
  ),
  mutant(
    'loses-the-last-transaction-of-an-upload',
    'documents.upload.values',
    onBody('listBankStatements', ({ bank_statement_submissions }) => {
      for (const { transactions } of bank_statement_submissions) transactions?.pop();
    }),
  ),
  mutant(
    'lists-an-upload-without-its-external-id',
    'documents.upload.becomes-submission',
    onBody('listBankStatements', ({ bank_statement_submissions }) => {
      for (const one of bank_statement_submissions) one.document_external_id = null;
    }),
  ),
];
