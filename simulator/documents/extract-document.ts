import type { BankStatementSubmission } from '../../spec/types.ts';
import type { Client } from '../client.ts';
import { isoInstant } from '../domain/instant.ts';
import { occur } from '../domain/occur.ts';
import type { UserRecord } from '../domain/user-record.ts';
import type { Services } from '../services.ts';

/** What reading a file came to. */
type Reading = Awaited<ReturnType<Services['statementReader']['read']>>;

/** Below this a document is not taken for a bank statement. */
const likely = 0.5;

/** Reads an uploaded file: a submission and its event when it is a bank statement, a rejected document when it is not. */
export async function extractDocument(
  client: Client,
  services: Services,
  userId: string,
  documentId: string,
): Promise<void> {
  const bytes = await client.users.files.get(documentId);
  const reading: Reading | undefined = bytes && (await services.statementReader.read(bytes));
  const clientRecord = await client.state.read();
  const [submissionId, newDeliveryId] = [services.ids.ofUser(userId), () => services.ids.ofUser(userId)];
  const now = client.state.now();
  await client.users.change(userId, (record) => {
    const document = record.documents[documentId];
    if (document?.state !== 'processing') return { record, result: undefined };
    const outcome = judge(reading);
    if ('reason' in outcome) {
      const documents = {
        ...record.documents,
        [documentId]: { ...document, state: 'rejected' as const, reason: outcome.reason },
      };
      return { record: { ...record, documents }, result: undefined };
    }
    const submission: BankStatementSubmission = {
      id: submissionId,
      created_at: isoInstant(now),
      document_id: documentId,
      document_external_id: document.external_id,
      document_filename: document.file_name,
      ...outcome.statement,
    };
    const extracted: UserRecord = {
      ...record,
      documents: { ...record.documents, [documentId]: { ...document, state: 'extracted' } },
      statements: { ...record.statements, [submissionId]: submission },
    };
    const occurrence = {
      kind: 'bankStatement',
      user_id: userId,
      at: now,
      bank_statement_submissions: [submission],
    } as const;
    return {
      record: occur(extracted, occurrence, {
        client: clientRecord,
        profile: services.profile,
        newDeliveryId,
      }),
      result: undefined,
    };
  });
  client.dispatcher.wake();
}

type Statement = Omit<
  BankStatementSubmission,
  'id' | 'created_at' | 'document_id' | 'document_external_id' | 'document_filename'
>;

function judge(reading: Reading | undefined): { reason: string } | { statement: Statement } {
  if (!reading) return { reason: 'The file is not there any more' };
  if (!reading.ok) return { reason: reading.reason };
  const { ok: _, probability, ...statement } = reading;
  if (probability < likely)
    return { reason: `The file is not a bank statement (probability ${probability.toFixed(2)})` };
  return { statement: { ...statement, bank_statement_probability: probability } };
}

/** Takes up extractions that were under way when the sandbox last stopped. */
export async function resumeExtractions(client: Client, services: Services): Promise<void> {
  for (const record of await client.users.withWork()) {
    for (const document of Object.values(record.documents)) {
      if (document.state === 'processing')
        await extractDocument(client, services, record.user.user_id, document.document_id);
    }
  }
}
