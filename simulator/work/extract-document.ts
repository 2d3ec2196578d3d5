import { STATEMENT_THRESHOLD, type StatementContent } from '../../generators/statements/statement.ts';
import type { BankStatementSubmission } from '../../spec/types.ts';
import { isoInstant } from '../domain/instant.ts';
import type { DocumentRecord, UserRecord } from '../domain/user-record.ts';
import type { UserWrite } from '../state/user-write.ts';
import { type NewWorkItem, workItem } from '../store/port.ts';
import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';
import { statementEvent } from '../webhooks/message.ts';
import type { WorkHandler } from '../worker/work-handler.ts';

export const extractionItem = (owner: string, documentId: string, due: number): NewWorkItem =>
  workItem({ id: `extraction-${documentId}`, kind: 'extraction', owner, due, data: { documentId } });

/** Every file becomes a submission; an event is sent for one with an extraction, and one without is rejected. */
export const extraction =
  (client: Client, services: Services): WorkHandler =>
  async ({ item: { id, owner, data } }, now) => {
    const documentId = String(data['documentId']);
    const fileId = (await client.users.read(owner))?.documents[documentId]?.file_id;
    const bytes = fileId === undefined ? undefined : await client.users.files.get(fileId);
    const whole = judge(bytes && (await services.statementReader.read(bytes, client.name)));
    const isWhole = services.profile.points['documents.extraction'] === 'whole';
    const extraction = isWhole ? whole : { ...whole, statement: { ...whole.statement, transactions: null } };
    const submissionId = services.ids.ofUser(owner);
    const listsAll = services.profile.points['documents.unlikely'] === 'listed';
    const { isRejected, reason, statement } = extraction;
    const rule = ({ documents, statements }: UserRecord): UserWrite<undefined> => {
      const document = documents[documentId];
      if (document?.state !== 'processing') return { removeWork: [id], result: undefined };
      const submission: BankStatementSubmission = {
        id: submissionId,
        created_at: isoInstant(now),
        document_id: documentId,
        document_external_id: document.external_id,
        document_filename: document.file_name,
        ...statement,
      };
      const read: DocumentRecord = { ...document, state: isRejected ? 'rejected' : 'extracted', reason };
      const changedFields: Partial<UserRecord> = { documents: { ...documents, [documentId]: read } };
      if (!isRejected || listsAll) changedFields.statements = { ...statements, [submissionId]: submission };
      const events = isRejected ? [] : [statementEvent(owner, now, submission)];
      return { changedFields, events, removeWork: [id], result: undefined };
    };
    return {
      async write(claim) {
        await client.users.change(owner, rule, { claim, now });
        return [];
      },
    };
  };

/** What was extracted from a file; the reason says why nothing was, or why what was is doubtful. */
type Extraction = { isRejected: boolean; reason: string | null; statement: StatementContent };

function rejected(reason: string, bank_statement_probability = 0): Extraction {
  const nothing = { account_information: null, statement_period: null, balance_information: null };
  const statement = { ...nothing, transactions: null, bank_statement_probability };
  return { isRejected: true, reason, statement };
}

function judge(reading: Awaited<ReturnType<Services['statementReader']['read']>> | undefined): Extraction {
  if (!reading) return rejected('The file is not there any more');
  if (!reading.ok) return rejected(reading.reason);
  const { ok: _, probability, leads, ...statement } = reading;
  if (probability < STATEMENT_THRESHOLD) {
    const reason = `The file is probably not a bank statement (probability ${probability.toFixed(2)})`;
    return rejected(reason, probability);
  }
  const reason =
    leads === false ? 'The transactions do not lead from the opening to the closing balance' : null;
  return { isRejected: false, reason, statement: { ...statement, bank_statement_probability: probability } };
}
