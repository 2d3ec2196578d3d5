import { STATEMENT_THRESHOLD } from '../../generators/statements/statement.ts';
import type { BankStatementSubmission } from '../../spec/types.ts';
import type { Client } from '../client.ts';
import { isoInstant } from '../domain/instant.ts';
import { occur } from '../domain/occur.ts';
import type { DocumentRecord, UserRecord } from '../domain/user-record.ts';
import type { Services } from '../services.ts';

/** What reading a file came to. */
type Reading = Awaited<ReturnType<Services['statementReader']['read']>>;

/**
 * Reads an uploaded file. Every file becomes a listed submission that says how likely it is a bank statement, with what
 * could be read of it; the event tells of those that could. A file of which nothing could be extracted is a rejected
 * document, and under a profile that says so it is not listed either.
 */
export async function extractDocument(
  client: Client,
  services: Services,
  userId: string,
  documentId: string,
): Promise<void> {
  const fileId = (await client.users.read(userId))?.documents[documentId]?.file_id;
  const bytes = fileId === undefined ? undefined : await client.users.files.get(fileId);
  const outcome = judge(bytes && (await services.statementReader.read(bytes)));
  const clientRecord = await client.state.read();
  const [submissionId, newDeliveryId] = [services.ids.ofUser(userId), () => services.ids.ofUser(userId)];
  const now = client.state.now();
  const isListed = outcome.reason === null || services.profile.points['documents.unlikely'] === 'listed';
  await client.users.change(userId, (record) => {
    const document = record.documents[documentId];
    if (document?.state !== 'processing') return { record, result: undefined };
    const submission: BankStatementSubmission = {
      id: submissionId,
      created_at: isoInstant(now),
      document_id: documentId,
      document_external_id: document.external_id,
      document_filename: document.file_name,
      ...outcome.statement,
    };
    const read: DocumentRecord = {
      ...document,
      state: outcome.reason === null ? 'extracted' : 'rejected',
      reason: outcome.reason,
    };
    const after: UserRecord = {
      ...record,
      documents: { ...record.documents, [documentId]: read },
      statements: isListed ? { ...record.statements, [submissionId]: submission } : record.statements,
    };
    if (outcome.reason !== null) return { record: after, result: undefined };
    const occurrence = {
      kind: 'bankStatement',
      user_id: userId,
      at: now,
      bank_statement_submissions: [submission],
    } as const;
    return {
      record: occur(after, occurrence, { client: clientRecord, profile: services.profile, newDeliveryId }),
      result: undefined,
    };
  });
  client.dispatcher.wake();
}

type Statement = Omit<
  BankStatementSubmission,
  'id' | 'created_at' | 'document_id' | 'document_external_id' | 'document_filename'
>;

/** What is told of a file; the reason is null when extraction succeeded. */
type Outcome = { reason: string | null; statement: Statement };

function judge(reading: Reading | undefined): Outcome {
  const nothing = (bank_statement_probability: number): Statement => ({
    account_information: null,
    statement_period: null,
    balance_information: null,
    transactions: null,
    bank_statement_probability,
  });
  if (!reading) return { reason: 'The file is not there any more', statement: nothing(0) };
  if (!reading.ok) return { reason: reading.reason, statement: nothing(0) };
  const { ok: _, probability, ...statement } = reading;
  if (probability < STATEMENT_THRESHOLD) {
    const reason = `The file is probably not a bank statement (probability ${probability.toFixed(2)})`;
    return { reason, statement: nothing(probability) };
  }
  return { reason: null, statement: { ...statement, bank_statement_probability: probability } };
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
