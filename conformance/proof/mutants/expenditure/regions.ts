import { regionOf } from '../../../../generators/uk/post-codes.ts';
import { shippedModel } from '../../../../simulator/expenditure/model.ts';
import { mutantsOf } from '../mutant.ts';
import {
  type ExpenditureInput,
  livingAt,
  onEstimates,
  onInput,
  onOptions,
  onPayslips,
  onPostCodes,
  type PayrollPeriod,
  postCodeOf,
} from './estimate-defects.ts';

type PostCodes = readonly (string | null)[];

const onUserPostCodes = (change: (postCodes: PostCodes, input: ExpenditureInput) => PostCodes) =>
  onInput((input) => ({
    ...input,
    user: { ...input.user, post_codes: change(input.user.post_codes ?? [], input) },
  }));

/** One payslip's post code for all months. */
const livingAsOn = (choose: (periods: readonly PayrollPeriod[]) => PayrollPeriod | undefined) =>
  onInput((input) => {
    const one = choose(input.periods.filter((period) => postCodeOf(period) !== null));
    return { ...input, periods: input.periods.map((period) => livingAt(period, one && postCodeOf(one))) };
  });

const areaOf = (postCode: string): string => /^[A-Z]+/.exec(postCode)?.[0] ?? '';

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

const mistaken = (areas: readonly string[], instead: string) =>
  onPostCodes((postCode) => (areas.includes(areaOf(postCode)) ? instead : postCode));

export const regionMutants = mutantsOf('expenditure.', {
  'region.payslip-first: asks-the-user-for-the-post-code-first': onPayslips((period, { user }) =>
    livingAt(period, user.post_codes?.[0] ?? postCodeOf(period)),
  ),
  'region.user-otherwise: never-asks-the-user-for-post-codes': onUserPostCodes(() => []),
  'region.user-when-payslip-has-none: takes-the-post-code-of-the-payslip-as-final': onUserPostCodes(
    (postCodes, { periods }) => (periods.every(postCodeOf) ? [] : postCodes),
  ),
  'region.first-with-region: takes-the-last-post-code-with-a-region': onUserPostCodes((postCodes) =>
    postCodes.toReversed(),
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
  'region.england: takes-carlisle-for-scottish': mistaken(['CA'], 'DG1 1AA'),
  'region.england: knows-areas-of-two-letters-alone': onPostCodes((postCode) =>
    areaOf(postCode).length === 1 ? 'QX1 1AA' : postCode,
  ),
  'region.wales: takes-north-wales-for-english': mistaken(['LL'], 'LS1 4AP'),
  'region.scotland: does-not-know-the-scottish-islands': mistaken(['HS', 'ZE', 'KW'], 'QX1 1AA'),
  'region.northern-ireland: knows-belfast-alone': onPostCodes((postCode) =>
    /^BT[2-9][0-9]/.test(postCode) ? 'QX1 1AA' : postCode,
  ),
  'left-out.channel-islands: takes-guernsey-for-english': mistaken(['GY'], 'SO14 1AA'),
  'left-out.isle-of-man: goes-by-the-first-letter-of-a-post-code': onPostCodes((postCode) =>
    postCode.startsWith('I') ? 'IP1 1AA' : postCode,
  ),
  'left-out.unknown-post-code: takes-england-when-in-doubt': onPostCodes((postCode) =>
    /^[QVX]/.test(postCode) ? 'LS1 4AP' : postCode,
  ),
});
