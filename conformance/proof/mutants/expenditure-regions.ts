import { regionOf } from '../../../generators/uk/post-codes.ts';
import { shippedModel } from '../../../simulator/expenditure/model.ts';
import {
  type ExpenditureInput,
  livingAt,
  onEstimates,
  onInput,
  onOptions,
  onPayslips,
  type PayrollPeriod,
  postCodeOf,
} from './estimate-defects.ts';
import { mutantsOf } from './mutant.ts';

type PostCodes = readonly (string | null)[];

const onUserPostCodes = (change: (postCodes: PostCodes, input: ExpenditureInput) => PostCodes) =>
  onInput((input) => ({
    ...input,
    user: { ...input.user, post_codes: change(input.user.post_codes ?? [], input) },
  }));

const livingAsOn = (choose: (periods: readonly PayrollPeriod[]) => PayrollPeriod | undefined) =>
  onInput((input) => {
    const one = choose(input.periods.filter((period) => postCodeOf(period) !== null));
    return { ...input, periods: input.periods.map((period) => livingAt(period, one && postCodeOf(one))) };
  });

/** Another amount in the months whose payslip has such a post code. */
const dearer = (field: 'housing' | 'cost_of_living', where: (postCode: string) => boolean) =>
  onEstimates((estimates, { periods }) =>
    estimates.map((one) => {
      const period = periods.find((each) =>
        each.income_information?.pay_interval_start?.startsWith(one.date.slice(0, 7)),
      );
      const factor = where(postCodeOf(period ?? {}) ?? '') ? 1.2 : 1;
      return { ...one, [field]: (Number(one[field]) * factor).toFixed(2) };
    }),
  );

export const regionMutants = mutantsOf('expenditure.', {
  'region.payslip-first: asks-the-user-for-the-post-code-first': onPayslips((period, { user }) =>
    livingAt(period, user.post_codes?.[0] ?? postCodeOf(period)),
  ),
  'region.user-when-payslip-has-none: takes-the-post-code-of-the-payslip-as-final': onUserPostCodes(
    (postCodes, { periods }) => (periods.every(postCodeOf) ? [] : postCodes),
  ),
  'region.each-period-its-own: takes-the-first-post-code-for-all-months': livingAsOn((periods) => periods[0]),
  'region.each-period-its-own: keeps-months-in-by-another-months-region': onUserPostCodes(
    (postCodes, { periods }) => [...postCodes, ...periods.map(postCodeOf)],
  ),
  'region.adjusts-housing: houses-everybody-alike': onOptions(() => {
    const model = shippedModel();
    const all = Object.keys(model.region_factors).map((region) => [region, 1]);
    return { model: { ...model, region_factors: Object.fromEntries(all) as typeof model.region_factors } };
  }),
  'region.leaves-cost-of-living: adjusts-cost-of-living-by-region': dearer(
    'cost_of_living',
    (postCode) => regionOf(postCode) === 'Scotland',
  ),
});
