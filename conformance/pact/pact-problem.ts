/** Something about pacts that a person can put right: told in one sentence, without a stack. */
export class PactProblem extends Error {
  override name = 'PactProblem';
}
