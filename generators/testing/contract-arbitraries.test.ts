import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadArrangementContract, loadContract } from '../../spec/contract.ts';
import type { AnyOperationId } from '../../spec/operations.ts';
import { completeProfile } from '../../spec/profile.ts';
import { bodiesOf, parametersOf, resourcesOf } from './contract-arbitraries.ts';

const service = loadContract(completeProfile({}));
const renamed = loadContract(completeProfile({ naming: { vendor: 'acme', authority: 'revenue' } }));
const arrangement = loadArrangementContract();
const contracts = { service, renamed, arrangement } as const;

const everyOperation = Object.entries(contracts).flatMap(([name, contract]) =>
  [...contract.operations.keys()]
    // A profile renames words: a few operations that hold some are enough to see that it is followed.
    .filter((id) => name !== 'renamed' || ['updateUser', 'createWebhook', 'getTaxauthIncome'].includes(id))
    .map((id) => [name as keyof typeof contracts, id as AnyOperationId] as const),
);
const everySchema = (['service', 'arrangement'] as const).flatMap((name) =>
  Object.keys((contracts[name].document['components'] as { schemas: object }).schemas).map(
    (schema) => [name, schema] as const,
  ),
);
const runs = { numRuns: 20 };

describe('arbitraries made from the contracts', () => {
  it.each(everyOperation)('%s: %s gets bodies and parameters that its contract allows', (name, id) => {
    const contract = contracts[name] as unknown as typeof service;
    const operation = contract.operations.get(id as never)!;
    const { body } = operation;
    if (body) {
      const validate = contract.validators.at(body.pointer);
      fc.assert(
        fc.property(bodiesOf(contract, id as never), (value) => {
          expect(validate(JSON.parse(JSON.stringify(value))), JSON.stringify(validate.errors?.[0])).toBe(
            true,
          );
        }),
        runs,
      );
    }
    fc.assert(
      fc.property(parametersOf(contract, id as never), (given) => {
        for (const parameter of operation.parameters) {
          const value = given[parameter.in][parameter.name];
          if (value === undefined) expect(parameter.required).toBe(false);
          else expect(contract.validators.at(parameter.pointer)(value)).toBe(true);
        }
      }),
      runs,
    );
  });

  it.each(everySchema)('%s: resources of %s keep to their schema', (name, schema) => {
    const contract = contracts[name] as unknown as typeof service;
    const validate = contract.validators.schema(schema);
    fc.assert(
      fc.property(resourcesOf(contract as never, schema), (value) => {
        expect(validate(JSON.parse(JSON.stringify(value))), JSON.stringify(validate.errors?.[0])).toBe(true);
      }),
      runs,
    );
  });

  it('shrink to the field that decides, and to its smallest deciding value', () => {
    const found = fc.check(
      fc.property(bodiesOf(service, 'updateUser'), (body) => (body.payroll_period_months ?? 0) < 7),
      { seed: 7, numRuns: 500 },
    );
    expect(found.counterexample).toEqual([{ payroll_period_months: 7 }]);
  });

  it('shrink money as numbers', () => {
    const found = fc.check(
      fc.property(resourcesOf<string>(service as never, 'Money'), (text) => Number(text) < 12.5),
      { seed: 7, numRuns: 500 },
    );
    expect(found.counterexample).toEqual(['12.50']);
  });
});
