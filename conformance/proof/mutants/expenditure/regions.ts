import { regionOf } from '../../../../generators/uk/post-codes.ts';
import { shippedModel } from '../../../../simulator/expenditure/model.ts';
import { type Mutant, mutant } from '../mutant.ts';
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

/** Changes the post codes of the user. */
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

/** Post codes of one area taken for those of another. */
const mistaken = (areas: readonly string[], instead: string) =>
  onPostCodes((postCode) => (areas.includes(areaOf(postCode)) ? instead : postCode));

/** Broken sandboxes for the clauses about regions. */
export const regionMutants: readonly Mutant[] = [
  mutant(
    'asks-the-user-for-the-post-code-first',
    'expenditure.region.payslip-first',
    onPayslips((period, { user }) => livingAt(period, user.post_codes?.[0] ?? postCodeOf(period))),
  ),
  mutant(
    'never-asks-the-user-for-post-codes',
    'expenditure.region.user-otherwise',
    onUserPostCodes(() => []),
  ),
  mutant(
    'takes-the-post-code-of-the-payslip-as-final',
    'expenditure.region.user-when-payslip-has-none',
    onUserPostCodes((postCodes, { periods }) => (periods.every(postCodeOf) ? [] : postCodes)),
  ),
  mutant(
    'takes-the-last-post-code-with-a-region',
    'expenditure.region.first-with-region',
    onUserPostCodes((postCodes) => postCodes.toReversed()),
  ),
  mutant(
    'takes-the-first-post-code-for-all-months',
    'expenditure.region.each-period-its-own',
    livingAsOn((periods) => periods[0]),
  ),
  mutant(
    'keeps-months-in-by-another-months-region',
    'expenditure.region.each-period-its-own',
    onUserPostCodes((postCodes, { periods }) => [...postCodes, ...periods.map(postCodeOf)]),
  ),
  mutant(
    'houses-everybody-alike',
    'expenditure.region.adjusts-housing',
    onOptions(() => {
      const model = shippedModel();
      const all = Object.keys(model.region_factors).map((region) => [region, 1]);
      return { model: { ...model, region_factors: Object.fromEntries(all) as typeof model.region_factors } };
    }),
  ),
  mutant(
    'adjusts-cost-of-living-by-region',
    'expenditure.region.leaves-cost-of-living',
    dearer('cost_of_living', (postCode) => regionOf(postCode) === 'Scotland'),
  ),
  mutant('takes-carlisle-for-scottish', 'expenditure.region.england', mistaken(['CA'], 'DG1 1AA')),
  mutant(
    'knows-areas-of-two-letters-alone',
    'expenditure.region.england',
    onPostCodes((postCode) => (areaOf(postCode).length === 1 ? 'QX1 1AA' : postCode)),
  ),
  mutant('takes-north-wales-for-english', 'expenditure.region.wales', mistaken(['LL'], 'LS1 4AP')),
  mutant(
    'does-not-know-the-scottish-islands',
    'expenditure.region.scotland',
    mistaken(['HS', 'ZE', 'KW'], 'QX1 1AA'),
  ),
  mutant(
    'knows-belfast-alone',
    'expenditure.region.northern-ireland',
    onPostCodes((postCode) => (/^BT[2-9][0-9]/.test(postCode) ? 'QX1 1AA' : postCode)),
  ),
  mutant('takes-guernsey-for-english', 'expenditure.left-out.channel-islands', mistaken(['GY'], 'SO14 1AA')),
  mutant(
    'goes-by-the-first-letter-of-a-post-code',
    'expenditure.left-out.isle-of-man',
    onPostCodes((postCode) => (postCode.startsWith('I') ? 'IP1 1AA' : postCode)),
  ),
  mutant(
    'takes-england-when-in-doubt',
    'expenditure.left-out.unknown-post-code',
    onPostCodes((postCode) => (/^[QVX]/.test(postCode) ? 'LS1 4AP' : postCode)),
  ),
];
