import fc from 'fast-check';
import { unlessRefused } from '../arrange/offers.ts';
import { type Calling, type Check, check, checkWith } from '../judgement/check.ts';
import { expectEqual, expectSuccess, expectThat } from '../judgement/expect.ts';
import { answerCheck, expectLaw } from '../predicates/laws.ts';
import { missing } from '../steps/kept-by-meaning.ts';
import { acceptedTerm, mayAccept } from '../steps/linked-user.ts';
import { specialRows } from '../values/table.ts';
import { names } from '../values/text.ts';

const read = ({ call }: Calling, term_id: string) => call('getAuthorisationTerm', { path: { term_id } });

const termCheck = checkWith({ needs: ['terms'] });
const contents = fc.record({
  name: names,
  authorisation_text: fc
    .array(names, { minLength: 1, maxLength: 8 })
    .map((words) => `I agree: ${words.join(' ')}.`),
  authorisation_category: fc.constantFrom('one_time' as const, 'recurring' as const),
});

const specialTerms = specialRows<typeof contents extends fc.Arbitrary<infer T> ? T : never>('term');

export const termChecks: readonly Check[] = [
  ...(['terms.get.answer', 'terms.shape.types'] as const).map((clause) =>
    answerCheck(clause, { needs: ['held-term'] }, async (ctx) => {
      const { term_id = '' } = await ctx.arrange.held({ term: true });
      return read(ctx, term_id);
    }),
  ),
  check('terms.get.answer', { needs: ['terms'] }).by(async (ctx) => {
    const ids = [(await ctx.arrange.createTerm()).id, (await ctx.arrange.createTerm()).id];
    for (const id of ids) expectLaw('terms.get.answer', await read(ctx, id));
  }),

  answerCheck(
    'terms.shape.types',
    { needs: ['terms'], given: contents, effort: 0.4 },
    async (ctx, content) => read(ctx, (await ctx.arrange.createTerm(content)).id),
    200,
  ),

  check('terms.shape.content', { needs: ['terms'], given: contents, always: specialTerms, effort: 0.1 }).by(
    async (ctx, given) => {
      const made = await unlessRefused(ctx.arrange.createTerm(given));
      if (!made) return;
      for (const isActive of [true, false]) {
        if (!isActive) await ctx.arrange.setTermActive(made.id, isActive);
        const answer = await read(ctx, made.id);
        const lost = missing(given, expectSuccess(answer, 200));
        expectThat(lost === undefined, 'the term as it was made', lost ?? '', answer);
      }
    },
  ),

  check('terms.shape.active', {
    needs: ['terms', 'users', 'authorisations'],
    given: fc.record({ atFirst: fc.boolean(), later: fc.array(fc.boolean(), { maxLength: 2 }) }),
    effort: 0.35,
  }).by(async (ctx, { atFirst, later }) => {
    const { user_id } = await ctx.arrange.createUser();
    const { id } = await ctx.arrange.createTerm({ is_active: atFirst });
    const flagged = async (isActive: boolean): Promise<void> => {
      const answer = await read(ctx, id);
      expectEqual(expectSuccess(answer, 200).is_active, isActive, 'is_active', answer);
      expectEqual(await mayAccept(ctx, user_id, id), isActive, 'whether the term can be accepted');
    };
    await flagged(atFirst);
    for (const isActive of [!atFirst, ...later]) {
      await ctx.arrange.setTermActive(id, isActive);
      await flagged(isActive);
    }
  }),

  check('terms.shape.system-term', { needs: ['users', 'authorisations'] }).by(async (ctx) => {
    const { user_id } = await ctx.arrange.createUser();
    // Where no term is named, a default one is accepted.
    const standard = await read(ctx, await acceptedTerm(ctx, user_id));
    expectEqual(expectSuccess(standard, 200).is_system_term, true, 'is_system_term', standard);
  }),

  check('terms.shape.client-term', { needs: ['terms'] }).by(async (ctx) => {
    const own = await read(ctx, (await ctx.arrange.createTerm()).id);
    expectEqual(expectSuccess(own, 200).is_system_term, false, 'is_system_term', own);
  }),

  termCheck('terms.shape.version-grows', { given: contents, effort: 0.35 }).by(async (ctx, content) => {
    let latest = Number.NEGATIVE_INFINITY;
    for (const is_active of [true, false, true]) {
      const answer = await read(ctx, (await ctx.arrange.createTerm({ ...content, is_active })).id);
      const version = expectSuccess(answer, 200).authorisation_version;
      expectThat(version > latest, `a version above ${latest}`, String(version), answer);
      latest = version;
    }
  }),
];
