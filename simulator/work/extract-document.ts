import { STATEMENT_THRESHOLD } from '../../generators/statements/statement.ts';
import type { BankStatementSubmission } from '../../spec/types.ts';
import { isoInstant } from '../domain/instant.ts';
import type { DocumentRecord, UserRecord } from '../domain/user-record.ts';
import type { UserWrite } from '../state/users.ts';
import type { NewWorkItem } from '../store/port.ts';
import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';
import type { WorkHandler } from '../worker/work-handler.ts';

/** What reading a file came to. */
type Reading = Awaited<ReturnType<Services['statementReader']['read']>>;

/** The work of reading an uploaded document. */
export function extractionItem(userId: string, documentId: string, due: number): NewWorkItem {
  const id = `extraction-${documentId}`;
  return { id, kind: 'extraction', owner: userId, queue: id, target: null, due, data: { documentId } };
}

/**
 * Reads an uploaded file. Every file becomes a listed submission that says how likely it is a bank statement, with what
 * could be read of it; the event tells of those that could. A file of which nothing could be extracted is a rejected
 * document, and under a profile that says so it is not listed either.
 */
export function extraction(client: Client, services: Services): WorkHandler {
  return async ({ item: { id, owner, data } }, now) => {
    const documentId = String(data['documentId']);
    const fileId = (await client.users.read(owner))?.documents[documentId]?.file_id;
    const bytes = fileId === undefined ? undefined : await client.users.files.get(fileId);
    const outcome = judge(bytes && (await services.statementReader.read(bytes, client.name)));
    const submissionId = services.ids.ofUser(owner);
    const listsAll = services.profile.points['documents.unlikely'] === 'listed';
    return {
      async write(claim) {
        await client.users.change(
          owner,
          (record) => ({
            ...extracted(record, documentId, outcome, { submissionId, now, listsAll }),
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
  { reason, statement }: Outcome,
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
  const event = {
    kind: 'bank-statement',
    user_id: record.user.user_id,
    at: now,
    bank_statement_submissions: [submission],
  } as const;
  return {
    changedFields: {
      documents: { ...record.documents, [documentId]: read },
      ...(isListed && { statements: { ...record.statements, [submissionId]: submission } }),
    },
    events: reason === null ? [event] : [],
    result: undefined,
  };
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
