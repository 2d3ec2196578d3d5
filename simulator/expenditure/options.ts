import type { Points } from '../../spec/profile.ts';
import { type ExpenditureModel, readModel } from './model.ts';

/** What the document leaves open about the estimate; each value is one of an open point `expenditure.*`. */
export type ExpenditureOptions = {
  dayCount: Points['expenditure.day-count'];
  splitRounding: Points['expenditure.split-rounding'];
  monthSource: Points['expenditure.month-source'];
  straddlingDistricts: Points['expenditure.straddling-districts'];
  leapDayBirthday: Points['expenditure.leap-day-birthday'];
  messageDate: Points['expenditure.message-date'];
  dateOfBirthScope: Points['expenditure.date-of-birth-scope'];
  postCodesScope: Points['expenditure.post-codes-scope'];
  repeatedPayslips: Points['expenditure.repeated-payslips'];
  /** Null is the model that is shipped as data. */
  model: ExpenditureModel | null;
};

export const defaultExpenditureOptions: ExpenditureOptions = {
  dayCount: 'inclusive',
  splitRounding: 'cumulative',
  monthSource: 'latest',
  straddlingDistricts: 'sector',
  leapDayBirthday: '1-march',
  messageDate: 'date',
  dateOfBirthScope: 'any-month',
  postCodesScope: 'every-month',
  repeatedPayslips: 'once',
  model: null,
};

/** Options from a profile's points; throws on a model that is none, so call it when the profile is loaded. */
export function expenditureOptionsOf(points: Partial<Points>): ExpenditureOptions {
  const model = points['expenditure.model'];
  const given = {
    dayCount: points['expenditure.day-count'],
    splitRounding: points['expenditure.split-rounding'],
    monthSource: points['expenditure.month-source'],
    straddlingDistricts: points['expenditure.straddling-districts'],
    leapDayBirthday: points['expenditure.leap-day-birthday'],
    messageDate: points['expenditure.message-date'],
    dateOfBirthScope: points['expenditure.date-of-birth-scope'],
    postCodesScope: points['expenditure.post-codes-scope'],
    repeatedPayslips: points['expenditure.repeated-payslips'],
    model: model == null ? null : readModel(model),
  };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaultExpenditureOptions, ...Object.fromEntries(known) };
}
