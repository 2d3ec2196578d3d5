import type { Points } from '../../spec/profile.ts';
import { type Day, instantOf } from '../values/calendar.ts';

export type DateForm = Points['expenditure.message-date'];

const written = (day: Day, form: DateForm): string => (form === 'date' ? day : instantOf(day));

export const messages = {
  userNotFound: (userId: string) => `User [${userId}] not found`,
  birthMissing: '[date_of_birth] param is missing on the user and its payslips',
  postCodesMissing: '[post_codes] param is missing on the user and its payslips',
  bornAfterMonth: (born: Day, form: DateForm) =>
    `[date_of_birth] param ${written(born, form)} is after the payslip month`,
  overAge: (born: Day, form: DateForm) =>
    `[date_of_birth] param ${written(born, form)} gives an age over 150, the ONS model limit`,
  noRegion: (postCode: string) =>
    `Postcode ${postCode} has no ONS region; supported: England, Wales, Scotland, Northern Ireland`,
  periodsMissing: 'payroll periods are missing',
  noPositivePay: 'payroll periods have no positive net pay',
} as const;
