/** The seed of this run of the tests: another with every run, printed at its end, and given back by PAYRIG_TEST_SEED. */
export const testSeed = Number(process.env['PAYRIG_TEST_SEED'] ?? 1);
