import { must } from '../connection.ts';
import { dossier, newUser, type Register } from './writer.ts';

/** A text that passes for a PDF until somebody reads it. */
const noStatement = '%PDF-1.7 and nothing more';

type Counts = { presigned: number; uploaded: number };

/** Documents of one user: addresses are given out and then files are put there, turn by turn. */
export function uploads(name: string): Register<Counts> {
  let userId = '';
  let token = '';
  let address = '';
  const bearer = () => ({ authorization: `Bearer ${token}` });
  return {
    name,
    async open(call) {
      userId = await newUser(call);
      await must(call, { method: 'POST', path: `/_sandbox/users/${userId}/authorisations`, body: {} });
      const path = `/_sandbox/users/${userId}/tokens`;
      token = (await must(call, { method: 'POST', path, body: { expires_in: 86_400 * 365 } })).token;
      return { presigned: 0, uploaded: 0 };
    },
    next({ presigned, uploaded }, n) {
      if (address !== '') {
        const url = address;
        address = '';
        return {
          // The sandbox listens elsewhere after a restart; the signature is over path and query alone.
          ask: {
            method: 'PUT',
            path: new URL(url).pathname + new URL(url).search,
            body: noStatement,
            headers: { 'content-type': 'application/pdf' },
          },
          after: () => ({ presigned, uploaded: uploaded + 1 }),
        };
      }
      return {
        ask: {
          method: 'PUT',
          path: '/documents/bank-statements/presign',
          headers: bearer(),
          body: { files: [{ file_name: `${n}.pdf`, external_id: String(n) }] },
        },
        after: (answer) => {
          if (answer) address = answer.presigned_urls[0].presigned_url;
          return { presigned: presigned + 1, uploaded };
        },
      };
    },
    async read(call) {
      address = '';
      const { documents } = await dossier(call, userId);
      for (const { file_name, external_id } of documents) {
        if (file_name !== `${external_id}.pdf`) throw new Error(`Document ${file_name} is there by half`);
      }
      // The clock moves on meanwhile: an address that nobody used runs out.
      const waiting = documents.filter(({ state }: { state: string }) =>
        ['awaiting_upload', 'expired'].includes(state),
      );
      return { presigned: documents.length, uploaded: documents.length - waiting.length };
    },
  };
}
