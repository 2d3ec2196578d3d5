import type { Context } from '../judgement/check.ts';

type Sharing = Pick<Context, 'shared'>;

/** One user with bank statements, whom all checks that only read them have in common. */
export const userWithStatements = ({ shared }: Sharing): Promise<{ user_id: string }> =>
  shared('a user with bank statements', ({ arrange }) => arrange.held({ bankStatements: 3 }));

/** One user with tax-authority income, whom all checks that only read it have in common. */
export const userWithIncome = ({ shared }: Sharing): Promise<{ user_id: string }> =>
  shared('a user with income', ({ arrange }) => arrange.held({ income: 3 }));
