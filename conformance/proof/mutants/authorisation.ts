import type { AuthorisationRecord, UserRecord } from '../../../simulator/domain/user-record.ts';
import type { Handler } from '../../../simulator/http/context.ts';
import { withParts } from '../../../simulator/state/user-write.ts';
import { around, type Defect, instead, mutantsOf, onBody, onRequest } from './mutant.ts';
import { overrideReads, withTerms } from './override-reads.ts';

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

type Retrieving = 'queryPayrollConnection' | 'createDirectConnection' | 'submitMfa';

const sees = (operation: Retrieving, user: (record: UserRecord) => UserRecord): Defect =>
  around(operation, (context, handler: Handler<typeof operation>) =>
    (handler as Handler<Retrieving>)(overrideReads(context, { user })),
  );

/** Goes by another authorisation where the named one cannot be used. */
const fallsBack = (): Defect =>
  around('queryPayrollConnection', (context, handler) =>
    handler(context).catch(() => handler({ ...context, authorisationId: undefined })),
  );

export const authorisationMutants = mutantsOf('authorisation.', {
  'needed.payroll-connection: queries-without-an-authorisation': sees('queryPayrollConnection', assumed),
  'needed.direct-connection: connects-directly-without-an-authorisation': sees(
    'createDirectConnection',
    assumed,
  ),
  'needed.mfa: takes-mfa-without-an-authorisation': sees('submitMfa', assumed),
  'needed.reads: shows-more-than-one-statement-to-the-authorised-alone': around(
    'listBankStatements',
    async (context, handler) => {
      const answer = await handler(context);
      const record = await context.client.users.read(context.path.user_id);
      const authorised = Object.keys(record?.authorisations ?? {}).length > 0;
      if (authorised || (answer.body?.bank_statement_submissions.length ?? 0) < 2) return answer;
      return { status: 200, body: undefined };
    },
  ),
  'revoked-is-none: queries-by-a-revoked-authorisation': sees('queryPayrollConnection', unrevoked),
  'inactive-term: lets-an-inactive-term-be-accepted': around('acceptTerm', (context, handler) =>
    handler(overrideReads(context, { client: withTerms({ is_active: true }) })),
  ),
  'resolved-when-absent: names-the-user-instead-of-the-authorisation': onBody(
    'queryPayrollConnection',
    (result) => ({ ...result, authorisation_id: result.account_id }),
  ),
  'header.selects: does-not-look-at-the-authorisation-header': onRequest(
    'queryPayrollConnection',
    ({ headers }) => {
      delete headers['x-svc-authorisation-id'];
    },
  ),
  'header.taken-everywhere: refuses-the-authorisation-header-when-presigning': instead(
    'presignBankStatements',
    ({ headers }) =>
      headers['x-svc-authorisation-id'] === undefined
        ? undefined
        : { status: 400, body: { errors: ['Header [x-svc-authorisation-id] is not known'] } },
  ),
  'header.revoked: queries-by-another-than-the-revoked-one-named': fallsBack(),
  'header.not-the-users: queries-by-anybodys-authorisation': fallsBack(),
  'header.anothers-is-none: takes-any-authorisation-that-exists-for-mfa': around(
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
});
