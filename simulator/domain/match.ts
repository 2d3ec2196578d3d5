import type { PayrollSubmission, User } from '../../spec/types.ts';

const condensed = (text: string): string => text.replace(/\s+/g, '').toUpperCase();
const day = (instant: string): string => instant.slice(0, 10);

/** Whether a payslip can be this user's: no detail that both know contradicts the other. */
export function matchesUser(submission: PayrollSubmission, user: User): boolean {
  const identity = submission.identity_information;
  if (!identity) return true;
  const { NI_number: niNumber, date_of_birth: born, address } = identity;
  if (niNumber && user.ni_number && condensed(niNumber) !== condensed(user.ni_number)) return false;
  if (born && user.date_of_birth && day(born) !== day(user.date_of_birth)) return false;
  const postCode = address?.post_code;
  if (!postCode || !user.post_codes?.length) return true;
  return user.post_codes.some((one) => condensed(one) === condensed(postCode));
}

/** The details that a direct connection needs to find a person, and that this user lacks. */
export function missingDetails(user: User): string[] {
  const details = ['ni_number', 'date_of_birth', 'post_codes'] as const;
  return details.filter((field) => user[field] === undefined);
}
