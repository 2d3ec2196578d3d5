import type { PayrollPeriod } from '../period.ts';

export type PayslipInput = {
  from?: unknown;
  to?: unknown;
  net?: unknown;
  born?: unknown;
  postCode?: unknown;
  paid?: string;
  id?: string;
};

/** A payslip with just what the estimate reads; loosely typed, for malformed ones are wanted too. */
export function payslipOf({ from, to, net, born, postCode, paid, id }: PayslipInput): PayrollPeriod {
  return {
    id,
    identity_information: { date_of_birth: born, address: { post_code: postCode } },
    income_information: {
      pay_date: paid,
      pay_interval_start: from,
      pay_interval_end: to,
      earnings: { net_pay: net },
    },
  } as PayrollPeriod;
}
