import fc from 'fast-check';
import type { PartialPayrollSubmission, PayrollSubmission } from '../../../spec/types.ts';
import { money, names } from '../../arbitraries/text.ts';
import { type Check, type Context, check } from '../../check.ts';
import { expectEqual, expectThat } from '../../expect.ts';
import { Failure } from '../../failure.ts';
import { amountsOf } from '../../predicates/amounts.ts';
import { isFault, placeOf } from '../../predicates/event-submission.ts';
import { found, linked, queryNeeds, recentPayslip, withParts } from '../../steps/retrieved.ts';
import { tolerantContract } from '../../tolerant-contract.ts';
import { submissionsIn, withPayload } from './payload.ts';
import { type Body, subscribe } from './subscribe.ts';

const element = fc.record({ type: names, description: names, amount: money(-200, 3000) });

const amounts: fc.Arbitrary<PartialPayrollSubmission> = fc.record({
  income_information: fc.record({
    earnings: fc.record(
      {
        gross_pay: money(0, 20_000),
        net_pay: money(-100, 15_000),
        base_salary: money(0, 20_000),
        bonus: money(0, 5000),
        earning_elements: fc.array(element, { maxLength: 2 }),
        year_to_date: fc.record({ gross_pay: money(0, 200_000), total_tax_paid: money(0, 90_000) }),
      },
      { requiredKeys: ['net_pay'] },
    ),
    deductions: fc.record(
      {
        income_tax: money(-500, 8000),
        employee_ni: money(0, 2000),
        deductions_elements: fc.array(element, { maxLength: 2 }),
      },
      { requiredKeys: ['income_tax'] },
    ),
  }),
});

type Pair = { shown: PayrollSubmission; sent: Body };

/** The payslips as the connection query showed them, each beside itself in the payload of its event. */
async function retrievedTwice(ctx: Context, parts: readonly PartialPayrollSubmission[]): Promise<Pair[]> {
  const subscription = await subscribe(ctx, withPayload);
  const { from } = await ctx.moment();
  const user = await linked(
    ctx,
    parts.map((part, n) => withParts(recentPayslip(from, n + 1), part)),
  );
  const { entry_id, payroll_submissions } = await found(ctx, user);
  const delivery = await subscription.inbox.until(
    'the event of the connection query',
    (one) => subscription.read(one)?.['entry_id'] === entry_id,
  );
  const sent = submissionsIn(subscription.read(delivery) ?? {});
  return payroll_submissions.map((shown) => {
    const twin = sent.find(({ id }) => id === shown.id);
    if (!twin) throw new Failure(`the submission ${shown.id} in the payload`, 'no such submission');
    return { shown, sent: twin };
  });
}

/** How the values of a payroll payload are written. */
export const payloadValueChecks: readonly Check[] = [
  check('events.payload.amounts-are-numbers', {
    needs: queryNeeds,
    given: fc.array(amounts, { minLength: 1, maxLength: 3 }),
    effort: 0.4,
    property: async (ctx, parts) => {
      for (const { shown, sent } of await retrievedTwice(ctx, parts)) {
        const inPayload = amountsOf(sent);
        for (const [place, value] of inPayload)
          expectThat(
            typeof value === 'number',
            `${place} to be a number in the payload`,
            JSON.stringify(value),
          );
        for (const [place, text] of amountsOf(shown)) {
          const value = inPayload.get(place);
          expectThat(
            Math.abs(Number(value) - Number(text)) < 1e-6,
            `${place} to be ${text}, as the API shows it`,
            JSON.stringify(value) ?? 'nothing',
          );
        }
      }
    },
  }),

  check('events.payload.phone-is-text', {
    needs: queryNeeds,
    given: fc.oneof(
      fc.constantFrom('07700900123', '+447700900123', '447700900456'),
      fc.integer({ min: 7_700_900_000, max: 7_700_900_999 }),
    ),
    effort: 0.3,
    property: async (ctx, phone) => {
      const [pair] = await retrievedTwice(ctx, [{ identity_information: { phone } }]);
      const sent = (pair?.sent['identity_information'] as Body | undefined)?.['phone'];
      if (sent == null) throw new Failure('the phone number of the payslip in the payload', 'none');
      expectEqual(typeof sent, 'string', 'the JSON type of phone in the payload');
    },
  }),

  check('events.payload.submission-shape', {
    needs: queryNeeds,
    arrange: async ({ naming, known: points }) =>
      tolerantContract({ naming, points }).validators.schema('EventPayrollSubmission'),
    given: amounts,
    effort: 0.3,
    property: async (ctx, parts) => {
      const validate = ctx.arranged;
      for (const { sent } of await retrievedTwice(ctx, [parts])) {
        if (validate(sent)) continue;
        const elsewhere = new Set([...amountsOf(sent).keys(), 'identity_information.phone']);
        const fault = (validate.errors ?? []).find((error) => isFault(error, elsewhere));
        if (!fault) continue;
        throw new Failure(
          'fields of the stated types',
          `${placeOf(fault)}: ${JSON.stringify(fault.data)} ${fault.message}`,
        );
      }
    },
  }),
];
