import { must } from '../connection.ts';
import { dossier, newUser, type Register, step } from './writer.ts';

/** A text that passes for a PDF until it is read. */
const noStatement = '%PDF-1.7 and nothing more';

type Counts = { presigned: number; uploaded: number };

/** The path and query of a presigned URL: its host changes with a restart, and the signature does not cover it. */
export function uploadPath(presignedUrl: string): string {
  const { pathname, search } = new URL(presignedUrl);
  return pathname + search;
}

/** Documents of one user: by turns an address is presigned and a file is uploaded to it. */
export function uploads(name: string): Register<Counts> {
  let userId = '';
  let token = '';
  let address = '';
  return {
    name,
    async open(call) {
      userId = await newUser(call);
      const path = { user_id: userId };
      await must(call, 'acceptTerm', { path });
      ({ token } = await must(call, 'issueUserToken', { path, body: { expires_in: 86_400 * 365 } }));
      return { presigned: 0, uploaded: 0 };
    },
    next({ presigned, uploaded }, n) {
      if (address !== '') {
        const path = uploadPath(address);
        address = '';
        return {
          ask: { method: 'PUT', path, body: noStatement, headers: { 'content-type': 'application/pdf' } },
          after: () => ({ presigned, uploaded: uploaded + 1 }),
        };
      }
      const body = { files: [{ file_name: `${n}.pdf`, external_id: String(n) }] };
      const headers = { authorization: `Bearer ${token}` };
      return step('presignBankStatements', [{ headers, body }], (answer) => {
        address = answer?.presigned_urls[0]?.presigned_url ?? '';
        return { presigned: presigned + 1, uploaded };
      });
    },
    async read(call) {
      address = '';
      const { documents } = await dossier(call, userId);
      for (const { file_name, external_id } of documents)
        if (file_name !== `${external_id}.pdf`) throw new Error(`Document ${file_name} is there in part`);
      // The clock moves meanwhile, so an address that was not used expires.
      const waiting = documents.filter(({ state }) => state === 'awaiting_upload' || state === 'expired');
      return { presigned: documents.length, uploaded: documents.length - waiting.length };
    },
  };
}
