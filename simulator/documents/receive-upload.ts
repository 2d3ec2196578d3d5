import { finished } from 'node:stream/promises';
import type { Request } from 'express';
import type { Client } from '../client.ts';
import { Refusal } from '../domain/refusal.ts';
import type { DocumentRecord } from '../domain/user-record.ts';
import type { Services } from '../services.ts';

/** Takes the bytes of a PUT to a presigned URL into storage; the document then waits for extraction. */
export async function receiveUpload(
  request: Request,
  services: Services,
): Promise<{ client: Client; userId: string; documentId: string }> {
  const { client: clientName, document: documentId = '' } = request.params as Record<string, string>;
  const client = services.clients.find((one) => one.name === clientName);
  if (!client) throw new Refusal(404, 'There is nothing to upload to at this address');
  if (request.method !== 'PUT') throw new Refusal(405, 'A presigned URL takes PUT only', { Allow: 'PUT' });
  const expiresAt = services.uploads.expiryOf(client.name, documentId, request.query);
  if (expiresAt === undefined) throw new Refusal(403, 'The signature of the presigned URL is wrong');
  const record = await client.users.ownerOf(documentId);
  const document = record?.documents[documentId];
  if (!record || !document) throw new Refusal(404, `Document [${documentId}] does not exist`);
  if (client.state.now() >= expiresAt) throw new Refusal(403, 'The presigned URL has expired');
  if (document.state !== 'awaiting_upload')
    throw new Refusal(409, `Document [${documentId}] was uploaded before`);
  if (!/^application\/pdf\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new Refusal(415, 'The file must be sent as application/pdf');
  }
  const userId = record.user.user_id;
  const limit = services.profile.points['documents.max-bytes'];
  const bytes = await bytesOf(request, limit);
  if (!bytes) return reject(client, userId, documentId, 413, `The file is larger than ${limit} bytes`);
  if (!isPdf(bytes)) return reject(client, userId, documentId, 400, 'The file is not a PDF');
  await client.users.files.put(documentId, bytes);
  const taken = await moveOn(client, userId, documentId, { state: 'processing', size: bytes.length });
  if (!taken) throw new Refusal(409, `Document [${documentId}] was uploaded before`);
  return { client, userId, documentId };
}

/** Changes a document that still waits for its file; false when it does not any more. */
async function moveOn(
  client: Client,
  userId: string,
  documentId: string,
  change: Partial<DocumentRecord>,
): Promise<boolean> {
  const moved = await client.users.change(userId, (record) => {
    const document = record.documents[documentId];
    if (document?.state !== 'awaiting_upload') return { record, result: false };
    return {
      record: { ...record, documents: { ...record.documents, [documentId]: { ...document, ...change } } },
      result: true,
    };
  });
  return moved === true;
}

async function reject(
  client: Client,
  userId: string,
  documentId: string,
  status: number,
  reason: string,
): Promise<never> {
  await moveOn(client, userId, documentId, { state: 'rejected', reason });
  throw new Refusal(status, reason);
}

/** A PDF names itself within its first kilobyte. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-');
}

/** The body of a request; undefined when it is larger than the limit, in which case the rest is not kept. */
async function bytesOf(request: Request, limit: number): Promise<Uint8Array | undefined> {
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
async function drained(request: Request): Promise<void> {
  const given = AbortSignal.timeout(1000);
  await finished(request.resume(), { signal: given }).catch(() => undefined);
}
