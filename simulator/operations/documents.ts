import { authorise } from '../domain/authorisation.ts';
import { isoInstant } from '../domain/instant.ts';
import { type PageRequest, pageOf } from '../domain/page.ts';
import { refusals } from '../domain/refusal.ts';
import type { DocumentRecord } from '../domain/user-record.ts';
import type { Handlers } from '../http/context.ts';
import { ok } from '../http/outcome.ts';
import { expiryItem } from '../work/expiry.ts';

/** Rules: conformance/checks/documents.ts and bank-statements.ts; in process, uploads.test.ts. */
export const documents = {
  async presignBankStatements({ client, clientRecord, caller, body, now, services, authorisationId }) {
    const { points } = services.profile;
    const userId = caller.kind === 'user' ? caller.userId : '';
    const expiresAt = now + points['presign.url-lifetime-seconds'] * 1000;
    const made = (body.files ?? []).map((file): DocumentRecord => {
      const documentId = services.ids.ofUser(userId);
      return {
        document_id: documentId,
        file_name: file.file_name ?? '',
        external_id: file.external_id ?? null,
        // Made of ids alone: a file's own name decides nothing about where it is stored.
        path: `bank-statements/${userId}/${documentId}.pdf`,
        state: 'awaiting_upload',
        reason: null,
        created_at: isoInstant(now),
        expires_at: isoInstant(expiresAt),
        size: null,
      };
    });
    await client.users.change(userId, (record) => {
      const needed = points['authorisations.presign'] === 'required' || authorisationId !== undefined;
      if (needed) authorise(record, clientRecord, points, authorisationId);
      const added = Object.fromEntries(made.map((one) => [one.document_id, one]));
      const documents = { ...record.documents, ...added };
      const expiring = made.map(({ document_id }) => ({ what: 'presigned-url', document_id }) as const);
      const work = expiring.map((one) => expiryItem(userId, one, expiresAt));
      return { changedFields: { documents }, work, result: undefined };
    });
    const showsNull = points['presign.missing-external-id'] === 'null';
    return ok({
      presigned_urls: made.map(({ document_id, file_name, path, external_id }) => ({
        file_name,
        presigned_url: services.uploads.presign(client.name, document_id, expiresAt),
        path,
        ...((external_id !== null || showsNull) && { external_id }),
      })),
    });
  },

  async listBankStatements({ client, clientRecord, path, query, services }) {
    const { points } = services.profile;
    const given = query as Record<string, string | undefined>;
    const notBefore = given[points['bank-statements.list.exclude-before-name']];
    const notAfter = given[points['bank-statements.list.exclude-after-name']];
    const request: PageRequest = {
      offset: query.offset ?? 0,
      limit: query.limit ?? points['bank-statements.list.default-limit'],
      meaning: points['bank-statements.list.offset-meaning'],
      firstPage: 0,
    };
    const record = await client.users.read(path.user_id, clientRecord);
    if (!record && points['bank-statements.list.unknown-user'] === 'not-found')
      throw refusals.notFound('User', path.user_id);
    if (!record) return ok({ pagination: pageOf([], request).pagination, bank_statement_submissions: [] });
    if (points['authorisations.reads'].includes('listBankStatements'))
      authorise(record, clientRecord, points, undefined);
    const found = Object.values(record.statements)
      .sort((a, b) => a.created_at.localeCompare(b.created_at))
      .filter((one) => notBefore === undefined || Date.parse(one.created_at) >= Date.parse(notBefore))
      .filter((one) => notAfter === undefined || Date.parse(one.created_at) <= Date.parse(notAfter));
    if (points['bank-statements.list.order'] === 'newest-first') found.reverse();
    const { pagination, page } = pageOf(found, request);
    return ok({ pagination, bank_statement_submissions: page });
  },
} satisfies Partial<Handlers>;
