import { STATEMENT_THRESHOLD } from '../../generators/statements/statement.ts';
import type { BankStatementSubmission } from '../../spec/types.ts';
import { isoInstant } from '../domain/instant.ts';
import type { DocumentRecord, UserRecord } from '../domain/user-record.ts';
import type { UserWrite } from '../state/user-write.ts';
import type { NewWorkItem } from '../store/port.ts';
import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';
import type { DomainEvent } from '../webhooks/message.ts';
import type { WorkHandler } from '../worker/worker.ts';

/** What the statement reader found in a file. */
type Reading = Awaited<ReturnType<Services['statementReader']['read']>>;

/** The work of reading an uploaded document. */
export function extractionItem(userId: string, documentId: string, due: number): NewWorkItem {
  const id = `extraction-${documentId}`;
  return { id, kind: 'extraction', owner: userId, queue: id, target: null, due, data: { documentId } };
}

/**
 * Reads an uploaded file. Every file becomes a submission with what could be extracted and how likely it is a bank
 * statement; an event is sent for those with an extraction. A file without one is a rejected document, and a profile may
 * say that it is not listed either.
 */
export function extraction(client: Client, services: Services): WorkHandler {
  return async ({ item: { id, owner, data } }, now) => {
    const documentId = String(data['documentId']);
    const fileId = (await client.users.read(owner))?.documents[documentId]?.file_id;
    const bytes = fileId === undefined ? undefined : await client.users.files.get(fileId);
    const extraction = judge(bytes && (await services.statementReader.read(bytes, client.name)));
    const submissionId = services.ids.ofUser(owner);
    const listsAll = services.profile.points['documents.unlikely'] === 'listed';
    return {
      async write(claim) {
        await client.users.change(
          owner,
          (record) => ({
            ...extracted(record, documentId, extraction, { submissionId, now, listsAll }),
            removeWork: [id],
          }),
          { claim, now },
        );
        return [];
      },
    };
  };
}

/** A user once a file was read, and the event that goes with it. */
function extracted(
  record: UserRecord,
  documentId: string,
  { reason, statement }: Extraction,
  { submissionId, now, listsAll }: { submissionId: string; now: number; listsAll: boolean },
): UserWrite<undefined> {
  const document = record.documents[documentId];
  if (document?.state !== 'processing') return { result: undefined };
  const submission: BankStatementSubmission = {
    id: submissionId,
    created_at: isoInstant(now),
    document_id: documentId,
    document_external_id: document.external_id,
    document_filename: document.file_name,
    ...statement,
  };
  const read: DocumentRecord = { ...document, state: reason === null ? 'extracted' : 'rejected', reason };
  const isListed = reason === null || listsAll;
  const event: DomainEvent = {
    kind: 'bank-statement',
    user_id: record.user.user_id,
    at: now,
    bank_statement_submissions: [submission],
  };
  return {
    changedFields: {
      documents: { ...record.documents, [documentId]: read },
      statements: isListed ? { ...record.statements, [submissionId]: submission } : record.statements,
    },
    events: reason === null ? [event] : [],
    result: undefined,
  };
}

type Statement = Omit<
  BankStatementSubmission,
  'id' | 'created_at' | 'document_id' | 'document_external_id' | 'document_filename'
>;

/** What was extracted from a file; the reason is null when extraction succeeded. */
type Extraction = { reason: string | null; statement: Statement };

function judge(reading: Reading | undefined): Extraction {
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
