import { regions } from '../../generators/uk/post-codes.ts';
import { defaultProfile, type Points } from '../../spec/profile.ts';
import { isoInstant } from '../domain/instant.ts';
import { checkAges, type ExpenditureModel, oldestAge } from './model.ts';

/** What the document leaves open about the estimate, each by the open point that decides it. */
const pointOf = {
  dayCount: 'expenditure.day-count',
  splitRounding: 'expenditure.split-rounding',
  monthSource: 'expenditure.month-source',
  straddlingDistricts: 'expenditure.straddling-districts',
  leapDayBirthday: 'expenditure.leap-day-birthday',
  messageDate: 'expenditure.message-date',
  dateOfBirthScope: 'expenditure.date-of-birth-scope',
  postCodesScope: 'expenditure.post-codes-scope',
  repeatedPayslips: 'expenditure.repeated-payslips',
  noMonthLeft: 'expenditure.no-month-left',
} as const satisfies Record<string, keyof Points>;

export type ExpenditureOptions = { [Name in keyof typeof pointOf]: Points[(typeof pointOf)[Name]] } & {
  /** Null is the model that is shipped as data. */
  model: ExpenditureModel | null;
};

/** Options from a profile's points; throws on an invalid model, so call it when the profile is loaded. */
export function expenditureOptionsOf(points: Points): ExpenditureOptions {
  const model = points['expenditure.model'];
  if (model) checkAges(model);
  const options = Object.entries(pointOf).map(([name, point]) => [name, points[point]]);
  return { ...Object.fromEntries(options), model };
}

export const defaultExpenditureOptions = expenditureOptionsOf(defaultProfile().points);

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

export function messageDate(instant: number, form: ExpenditureOptions['messageDate']): string {
  const text = isoInstant(instant);
  return form === 'date' ? text.slice(0, 10) : text;
}
