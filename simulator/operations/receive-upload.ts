import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { finished } from 'node:stream/promises';
import { Refusal } from '../domain/refusal.ts';
import type { DocumentRecord } from '../domain/user-record.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';
import { expiryIdOf } from '../work/expiry.ts';
import { extractionItem } from '../work/extract-document.ts';

/**
 * Takes the bytes of an upload to a presigned URL into storage; the document then waits for extraction. An upload that
 * is refused changes nothing: the address stays good for another try.
 */
export async function receiveUpload(
  { request, method, params, search }: RequestContext,
  services: Services,
): Promise<{ client: Client; userId: string; documentId: string }> {
  const { points } = services.profile;
  const { client: clientName, document: documentId = '' } = params;
  const client = services.clients.find((one) => one.name === clientName);
  if (!client) throw new Refusal(404, 'There is nothing to upload to at this address');
  const methods = points['presign.upload-method'] === 'put' ? ['PUT'] : ['PUT', 'POST'];
  if (!methods.includes(method))
    throw new Refusal(405, `A presigned URL takes ${methods.join(' or ')} only`, {
      Allow: methods.join(', '),
    });
  const expiresAt = services.uploads.expiryOf(client.name, documentId, parse(search));
  if (expiresAt === undefined) throw new Refusal(403, 'The signature of the presigned URL is wrong');
  const record = await client.users.ownerOf(documentId);
  const document = record?.documents[documentId];
  if (!record || !document) throw new Refusal(404, `Document [${documentId}] does not exist`);
  if ((await client.state.now()) >= expiresAt) throw new Refusal(403, 'The presigned URL has expired');
  if (document.state !== 'awaiting_upload') throw uploadedBefore(documentId);
  const isNamedPdf = /^application\/pdf\s*(;|$)/i.test(request.headers['content-type'] ?? '');
  if (points['presign.upload-content-type'] === 'pdf' && !isNamedPdf)
    throw new Refusal(415, 'The file must be sent as application/pdf');
  const limit = points['documents.max-bytes'];
  const bytes = await bytesOf(request, limit);
  if (!bytes) throw new Refusal(413, `The file is larger than ${limit} bytes`);
  if (!isPdf(bytes)) throw new Refusal(400, 'The file is not a PDF');
  const userId = record.user.user_id;
  // Of two uploads at once each has a file of its own, and the commit decides whose is the document's.
  const fileId = services.ids.ofUser(userId);
  await client.users.files.put(fileId, bytes);
  if (!(await take(client, userId, documentId, { file_id: fileId, size: bytes.length }))) {
    await client.users.files.remove([fileId]);
    throw uploadedBefore(documentId);
  }
  return { client, userId, documentId };
}

const uploadedBefore = (documentId: string): Refusal =>
  new Refusal(409, `Document [${documentId}] was uploaded before`);

/** Gives a document that still waits its file; false when it does not wait any more. */
async function take(
  client: Client,
  userId: string,
  documentId: string,
  file: Pick<DocumentRecord, 'file_id' | 'size'>,
): Promise<boolean> {
  const taken = await client.users.change(userId, (record, { now }) => {
    const document = record.documents[documentId];
    if (document?.state !== 'awaiting_upload') return { result: false };
    const processing: DocumentRecord = { ...document, ...file, state: 'processing' };
    return {
      changedFields: { documents: { ...record.documents, [documentId]: processing } },
      work: [extractionItem(userId, documentId, now)],
      removeWork: [expiryIdOf(documentId)],
      result: true,
    };
  });
  return taken === true;
}

/** A PDF names itself within its first kilobyte. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-');
}

/** The body of a request; undefined when it is larger than the limit, in which case the rest is not kept. */
async function bytesOf(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    await drained(request);
    return undefined;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
    }
  } catch {
    // Nobody is there any more to be told; the address stays good for another try.
    throw new Refusal(400, 'The upload was cut off');
  }
  return size > limit ? undefined : Buffer.concat(chunks);
}

/**
 * Waits until the rest of a body has come in, unread, but no longer than a second. A refusal that is sent while bytes are
 * still coming in may be lost: closing the connection then resets it, and the caller sees that instead of the answer.
 */
async function drained(request: IncomingMessage): Promise<void> {
  const given = AbortSignal.timeout(1000);
  await finished(request.resume(), { signal: given }).catch(() => undefined);
}
