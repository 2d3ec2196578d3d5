import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { Refusal } from '../domain/refusal.ts';
import type { DocumentRecord } from '../domain/user-record.ts';
import { ok, type RouteHandler, type RouteRequest, send } from '../http/outcome.ts';
import { inTrace } from '../ports/trace.ts';
import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';
import { expiryIdOf } from '../work/expiry.ts';
import { extractionItem } from '../work/extract-document.ts';

/** Stores an upload to a presigned URL; its document then waits for extraction. A refused upload can be tried again. Rules: uploads.test.ts. */
export const receiveUpload =
  (services: Services): RouteHandler =>
  async (request, response) => {
    const start = () => ({ name: `${request.method} /_storage`, kind: 'server' as const });
    const task = () => storeUpload(request, services);
    const documentId = await inTrace(request.headers.traceparent, services.startSpan, start, task);
    send(response, ok({ message: `Document [${documentId}] received` }));
  };

async function storeUpload(request: RouteRequest, services: Services): Promise<string> {
  const { method, params, query } = request;
  const { points } = services.profile;
  const { client: clientName = '', document: documentId = '' } = params;
  const client =
    services.clients.find(({ name }) => name === clientName) ??
    (await services.issuedClients.find(clientName));
  if (!client) throw new Refusal(404, 'There is nothing to upload to at this address');
  const methods = points['presign.upload-method'] === 'put' ? ['PUT'] : ['PUT', 'POST'];
  if (!methods.includes(method))
    throw new Refusal(405, `A presigned URL takes ${methods.join(' or ')} only`, {
      Allow: methods.join(', '),
    });
  const expiresAt = services.uploads.expiryOf(client.name, documentId, query);
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
  const bytes = await readBytes(request, limit);
  if (!bytes) throw new Refusal(413, `The file is larger than ${limit} bytes`);
  if (!isPdf(bytes)) throw new Refusal(400, 'The file is not a PDF');
  const userId = record.user.user_id;
  // Two uploads at once write a file each; the commit decides which of them becomes the document's.
  const fileId = services.ids.ofUser(userId);
  await client.users.files.put(fileId, bytes);
  if (!(await attachFile(client, userId, documentId, { file_id: fileId, size: bytes.length }))) {
    await client.users.files.remove([fileId]);
    throw uploadedBefore(documentId);
  }
  return documentId;
}

const uploadedBefore = (documentId: string): Refusal =>
  new Refusal(409, `Document [${documentId}] was uploaded before`);

type StoredFile = Pick<DocumentRecord, 'file_id' | 'size'>;

/** Gives a document that awaits its upload the file; false when it awaits none any more. */
async function attachFile(client: Client, userId: string, documentId: string, file: StoredFile) {
  const isAttached = await client.users.change(userId, (record, { now }) => {
    const document = record.documents[documentId];
    if (document?.state !== 'awaiting_upload') return { result: false };
    const processing: DocumentRecord = { ...document, ...file, state: 'processing' };
    const documents = { ...record.documents, [documentId]: processing };
    const work = [extractionItem(userId, documentId, now)];
    return { changedFields: { documents }, work, removeWork: [expiryIdOf(documentId)], result: true };
  });
  return isAttached === true;
}

/** A PDF names itself within its first kilobyte. */
const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-');

async function readBytes(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    await drain(request);
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
    throw new Refusal(400, 'The upload was cut off');
  }
  return size > limit ? undefined : Buffer.concat(chunks);
}

/** Discards the rest of a body, for at most a second: closing while bytes arrive resets the connection. */
async function drain(request: IncomingMessage): Promise<void> {
  await finished(request.resume(), { signal: AbortSignal.timeout(1000) }).catch(() => undefined);
}
