import { regions } from '../../generators/uk/post-codes.ts';
import type { Points } from '../../spec/profile.ts';
import { isoInstant } from '../domain/instant.ts';
import { oldestAge } from './model.ts';

/** The eight messages of the document, in its order and its words, and one of ours for a case that it leaves open. */
export const messages = {
  userNotFound: (userId: string) => `User [${userId}] not found`,
  dateOfBirthMissing: () => '[date_of_birth] param is missing on the user and its payslips',
  postCodesMissing: () => '[post_codes] param is missing on the user and its payslips',
  bornAfterMonth: (date: string) => `[date_of_birth] param ${date} is after the payslip month`,
  tooOld: (date: string) =>
    `[date_of_birth] param ${date} gives an age over ${oldestAge}, the ONS model limit`,
  noRegion: (postCode: string) => `Postcode ${postCode} has no ONS region; supported: ${regions.join(', ')}`,
  periodsMissing: () => 'payroll periods are missing',
  noPositivePay: () => 'payroll periods have no positive net pay',
  noMonthLeft: () => 'no month has both positive net pay and a postcode with an ONS region',
};

export function messageDate(instant: number, form: Points['expenditure.message-date']): string {
  const text = isoInstant(instant);
  return form === 'date' ? text.slice(0, 10) : text;
}
