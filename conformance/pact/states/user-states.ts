import type { PartialBankStatementSubmission, PartialIncomeSubmission } from '../../../spec/types.ts';
import type { NewTerm, NewUser } from '../../arrange/arrangement.ts';
import { willingUser } from '../../arrange/willing-user.ts';
import { state } from './state.ts';

/** States of users and of what is held about them. */
export const userStates = {
  'a user exists': state(['user_id'], { '*': 'fields of a user' }, async ({ side }, fields: NewUser) => {
    const { user_id } = await side.arrange.createUser(fields);
    return { user_id };
  }),

  'an authorisation term exists': state(
    ['term_id'],
    { '*': 'fields of a term' },
    async ({ side }, term: NewTerm) => {
      const { id } = await side.arrange.createTerm(term);
      return { term_id: id };
    },
  ),

  'a user has accepted a term': state(
    ['user_id', 'authorisation_id', 'user_token'],
    { '*': 'fields of a user' },
    async ({ side: { arrange } }, fields: NewUser) => {
      const { user_id } = await arrange.createUser(fields);
      const { authorisation_id } = await arrange.accept(user_id);
      return { user_id, authorisation_id, user_token: await arrange.tokenFor(user_id) };
    },
  ),

  'a user has a bank statement': state(
    ['user_id'],
    { '*': 'fields of a bank statement submission' },
    async ({ side: { arrange } }, statement: PartialBankStatementSubmission) => {
      const { user_id } = await willingUser(arrange);
      await arrange.createBankStatement(user_id, statement);
      return { user_id };
    },
  ),

  'a user has income at the tax authority': state(
    ['user_id'],
    { '*': 'fields of an income submission' },
    async ({ side: { arrange } }, income: PartialIncomeSubmission) => {
      const { user_id } = await willingUser(arrange);
      await arrange.createIncome(user_id, income);
      return { user_id };
    },
  ),
} as const;
