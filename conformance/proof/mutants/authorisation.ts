import type { AuthorisationRecord, UserRecord } from '../../../simulator/domain/user-record.ts';
import { withParts } from '../../../simulator/state/user-write.ts';
import { around, type Defect, mutantsOf, onBody } from './mutant.ts';
import { handlersReading, overrideReads, withTerms } from './override-reads.ts';

const accepted: AuthorisationRecord = {
  authorisation_id: '5d3c7a10-2b4e-4c1f-9a6d-0e8f7b6a5c4d',
  term_id: '5d3c7a10-2b4e-4c1f-9a6d-0e8f7b6a5c4e',
  authorisation_category: 'one_time',
  accepted_at: '2020-01-01T00:00:00.000Z',
};

/** A user who counts as having accepted something, whether or not it is so. */
const assumed = (record: UserRecord): UserRecord =>
  withParts(record, { authorisations: { [accepted.authorisation_id]: accepted, ...record.authorisations } });

const unrevoked = (record: UserRecord): UserRecord =>
  withParts(record, {
    authorisations: Object.fromEntries(
      Object.entries(record.authorisations).map(([id, { revoked_at: _, ...rest }]) => [id, rest]),
    ),
  });

const fallsBack = (): Defect =>
  around('queryPayrollConnection', (context, handler) =>
    handler(context).catch(() => handler({ ...context, authorisationId: undefined })),
  );

export const authorisationMutants = mutantsOf('', {
  'authorisation.needed.payroll-connection: queries-without-an-authorisation': handlersReading(
    ['queryPayrollConnection'],
    { user: assumed },
  ),
  'authorisation.needed.direct-connection: connects-directly-without-an-authorisation': handlersReading(
    ['createDirectConnection'],
    { user: assumed },
  ),
  'authorisation.needed.mfa: takes-mfa-without-an-authorisation': handlersReading(['submitMfa'], {
    user: assumed,
  }),
  'authorisation.needed.reads: shows-more-than-one-statement-to-the-authorised-alone': around(
    'listBankStatements',
    async (context, handler) => {
      const answer = await handler(context);
      const record = await context.client.users.read(context.path.user_id);
      const authorised = Object.keys(record?.authorisations ?? {}).length > 0;
      if (authorised || (answer.body?.bank_statement_submissions.length ?? 0) < 2) return answer;
      return { status: 200, body: undefined };
    },
  ),
  'authorisation.revoked-is-none: queries-by-a-revoked-authorisation': handlersReading(
    ['queryPayrollConnection'],
    { user: unrevoked },
  ),
  'authorisation.inactive-term: lets-an-inactive-term-be-accepted': around('acceptTerm', (context, handler) =>
    handler(overrideReads(context, { client: withTerms({ is_active: true }) })),
  ),
  'authorisation.header.revoked: queries-by-another-than-the-revoked-one-named': fallsBack(),
  'authorisation.header.not-the-users: queries-by-anybodys-authorisation': fallsBack(),
  'authorisation.header.anothers-is-none: takes-any-authorisation-that-exists-for-mfa': around(
    'submitMfa',
    (context, handler) => {
      const named = context.authorisationId;
      if (named === undefined) return handler(context);
      const authorisations = { [named]: { ...accepted, authorisation_id: named } };
      const having = (record: UserRecord): UserRecord =>
        withParts(record, { authorisations: { ...authorisations, ...record.authorisations } });
      return handler(overrideReads(context, { user: having }));
    },
  ),
  'terms.shape.active: does-not-notice-that-a-term-was-switched': around(
    'updateTerm',
    async ({ client, path, body }) => {
      const term = (await client.state.read()).terms[path.term_id];
      return { status: 200, body: term && { ...term, is_active: body.is_active } };
    },
  ),
  'terms.shape.version-grows: counts-active-terms-alone': onBody('getAuthorisationTerm', (term) => {
    if (!term.is_active) term.authorisation_version -= 1;
  }),
});
