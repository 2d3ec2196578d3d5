import type { AuthorisationRecord, UserRecord } from '../../../simulator/domain/user-record.ts';
import { withParts } from '../../../simulator/state/user-write.ts';
import { around, before, type Defect, eachOf, mutantsOf, onBody } from './mutant.ts';
import { handlersReading, overrideReads, withTerms } from './override-reads.ts';

const accepted: AuthorisationRecord = {
  authorisation_id: '5d3c7a10-2b4e-4c1f-9a6d-0e8f7b6a5c4d',
  term_id: '5d3c7a10-2b4e-4c1f-9a6d-0e8f7b6a5c4e',
  authorisation_category: 'one_time',
  accepted_at: '2020-01-01T00:00:00.000Z',
};

const having = (record: UserRecord, id = accepted.authorisation_id): UserRecord =>
  withParts(record, {
    authorisations: { [id]: { ...accepted, authorisation_id: id }, ...record.authorisations },
  });

const query = 'queryPayrollConnection';

const assuming = (operation: typeof query | 'createDirectConnection' | 'submitMfa') =>
  handlersReading([operation], { user: (record) => having(record) });

const unrevoked = (record: UserRecord): UserRecord =>
  withParts(record, { authorisations: eachOf(record.authorisations, ({ revoked_at: _, ...rest }) => rest) });

const fallsBack = (): Defect =>
  around(query, (context, handler) =>
    handler(context).catch(() => handler({ ...context, authorisationId: undefined })),
  );

export const authorisationMutants = mutantsOf('', {
  'authorisation.needed.payroll-connection: queries-without-an-authorisation': assuming(query),
  'authorisation.needed.direct-connection: connects-directly-without-an-authorisation':
    assuming('createDirectConnection'),
  'authorisation.needed.mfa: takes-mfa-without-an-authorisation': assuming('submitMfa'),
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
  'authorisation.revoked-is-none: queries-by-a-revoked-authorisation': handlersReading([query], {
    user: unrevoked,
  }),
  'authorisation.inactive-term: lets-an-inactive-term-be-accepted': before('acceptTerm', (context) =>
    overrideReads(context, { client: withTerms({ is_active: true }) }),
  ),
  'authorisation.header.revoked: queries-by-another-than-the-revoked-one-named': fallsBack(),
  'authorisation.header.not-the-users: queries-by-anybodys-authorisation': fallsBack(),
  'authorisation.header.anothers-is-none: takes-any-authorisation-that-exists-for-mfa': before(
    'submitMfa',
    (context) => {
      const { authorisationId: named } = context;
      return named ? overrideReads(context, { user: (record) => having(record, named) }) : context;
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
