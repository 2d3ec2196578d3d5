import { type ExpenditureModel, readModel } from './model.ts';

/** What the document leaves open about the estimate; each value is one of an open point `expenditure.*`. */
export type ExpenditureOptions = {
  dayCount: 'inclusive' | 'end-exclusive';
  splitRounding: 'cumulative' | 'half-up';
  monthSource: 'latest' | 'most-days' | 'earliest';
  straddlingDistricts: 'sector' | 'dominant-country';
  leapDayBirthday: '1-march' | '28-february';
  messageDate: 'date' | 'timestamp';
  dateOfBirthScope: 'any-month' | 'every-month';
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
  model: null,
};

/** The points of a profile that the estimate obeys, by the ids of the open points. */
export type ExpenditurePoints = {
  'expenditure.day-count'?: ExpenditureOptions['dayCount'];
  'expenditure.split-rounding'?: ExpenditureOptions['splitRounding'];
  'expenditure.month-source'?: ExpenditureOptions['monthSource'];
  'expenditure.straddling-districts'?: ExpenditureOptions['straddlingDistricts'];
  'expenditure.leap-day-birthday'?: ExpenditureOptions['leapDayBirthday'];
  'expenditure.message-date'?: ExpenditureOptions['messageDate'];
  'expenditure.date-of-birth-scope'?: ExpenditureOptions['dateOfBirthScope'];
  'expenditure.model'?: unknown;
};

/** Options from a profile's points; throws on a model that is none, so call it when the profile is loaded. */
export function expenditureOptionsOf(points: ExpenditurePoints): ExpenditureOptions {
  const model = points['expenditure.model'];
  const given = {
    dayCount: points['expenditure.day-count'],
    splitRounding: points['expenditure.split-rounding'],
    monthSource: points['expenditure.month-source'],
    straddlingDistricts: points['expenditure.straddling-districts'],
    leapDayBirthday: points['expenditure.leap-day-birthday'],
    messageDate: points['expenditure.message-date'],
    dateOfBirthScope: points['expenditure.date-of-birth-scope'],
    model: model == null ? null : readModel(model),
  };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaultExpenditureOptions, ...Object.fromEntries(known) };
}
