import { around, instead, mutantsOf, onBody, onErrors, onRequest } from './mutant.ts';

const presign = 'presignBankStatements';
const storage = /^\/_storage\//;
const tenYearsMs = 10 * 365 * 86_400_000;

export const documentMutants = mutantsOf('documents.', {
  'presign.one-item-per-file: gives-all-files-one-url': onBody(presign, ({ presigned_urls }) => {
    for (const one of presigned_urls) one.presigned_url = presigned_urls[0]?.presigned_url ?? '';
  }),
  'presign.echo: escapes-file-names': onBody(presign, ({ presigned_urls }) => {
    for (const one of presigned_urls) one.file_name = encodeURIComponent(one.file_name);
  }),
  'presign.answer: presigns-addresses-without-a-host': onBody(presign, ({ presigned_urls }) => {
    for (const one of presigned_urls) one.presigned_url = new URL(one.presigned_url).pathname;
  }),
  'presign.no-files: presigns-nothing-gladly': instead(presign, ({ sent: { files } }) =>
    Array.isArray(files) && files.length === 0 ? { status: 200, body: { presigned_urls: [] } } : undefined,
  ),
  'presign.missing-field-named: does-not-name-the-missing-field-of-a-file': onErrors(
    presign,
    'A file is incomplete',
  ),
  'presign.ill-typed-files: takes-a-number-for-a-file-name': onRequest(presign, ({ sent: { files } }) => {
    for (const file of Array.isArray(files) ? files : [])
      if (typeof file?.file_name === 'number') file.file_name = String(file.file_name);
  }),
  'upload.takes-pdf: wants-the-api-key-for-uploads': instead(storage, ({ headers }) =>
    headers['x-api-key']
      ? undefined
      : { status: 401, body: { errors: ['No X-API-KEY header provided or wrong value'] } },
  ),
  'upload.url-expires: presigns-for-ten-years': around(presign, (context, handler) =>
    handler({ ...context, now: context.now + tenYearsMs }),
  ),
  'upload.becomes-submission: never-lists-an-upload': onBody('listBankStatements', (body) => {
    body.bank_statement_submissions = body.bank_statement_submissions.filter(
      ({ document_filename: name }) => !name?.startsWith('Statement of March'),
    );
  }),
  'upload.shape: tells-the-dates-of-an-upload-as-instants': onBody(
    'listBankStatements',
    ({ bank_statement_submissions }) => {
      for (const { transactions } of bank_statement_submissions)
        for (const one of transactions ?? []) one.date = `${one.date}T00:00:00.000Z`;
    },
  ),
  'upload.values: loses-the-last-transaction-of-an-upload': onBody(
    'listBankStatements',
    ({ bank_statement_submissions }) => {
      for (const { transactions } of bank_statement_submissions) transactions?.pop();
    },
  ),
  'upload.becomes-submission: lists-an-upload-without-its-external-id': onBody(
    'listBankStatements',
    ({ bank_statement_submissions }) => {
      for (const one of bank_statement_submissions) one.document_external_id = null;
    },
  ),
});
