/** The eight messages of the expenditure estimate, in short, and the rules that show in its amounts. */
export const expenditureCases = [
  'message: user not found',
  'message: date of birth missing',
  'message: post codes missing',
  'message: born after the payslip month',
  'message: age over 150',
  'message: no ONS region',
  'message: payroll periods missing',
  'message: no positive net pay',
  'rule: net pay split by days',
  'rule: overlapping periods add up',
  'rule: age from the payslip',
  'rule: age from the user',
  'rule: age band crossed',
  'rule: England',
  'rule: Wales',
  'rule: Scotland',
  'rule: Northern Ireland',
  'rule: region from the payslip',
  'rule: region from the user',
  'rule: region changes',
  'rule: month without pay left out',
  'rule: month with negative net left out',
  'rule: month without region left out',
] as const;

export type ExpenditureCase = (typeof expenditureCases)[number];
