import { describe, expect, it } from 'vitest';
import { loadArrangementContract, loadContract, resolve } from './contract.ts';
import { defaultProfile } from './profile.ts';
import type { JsonObject } from './render.ts';
import { examplesOf, referencesOf } from './testing/examples-of.ts';

const service = loadContract(defaultProfile());
const arrangement = loadArrangementContract();

describe.each([
  { name: 'the service', contract: service },
  { name: 'the arrangement API', contract: arrangement },
])('the document of $name', ({ contract }) => {
  it.each(examplesOf(contract.document))(
    'has an example at $at that its schema accepts',
    ({ schema, value }) => {
      const validate = contract.validators.at(schema);
      validate(value);
      expect(validate.errors ?? []).toEqual([]);
    },
  );

  it('leads nowhere with no reference', () => {
    const dead = referencesOf(contract.document).filter(
      (reference) => !resolve(contract.document, reference.slice(1)),
    );
    expect(dead).toEqual([]);
  });
});

describe('the document of the service', () => {
  const withExample = new Set(examplesOf(service.document).map(({ schema }) => schema));

  it('shows an example of every body that is sent', () => {
    const bodies = [...service.operations.values()].flatMap(({ body }) => (body ? [body.pointer] : []));
    expect(bodies.length).toBeGreaterThan(5);
    expect(bodies.filter((pointer) => !withExample.has(pointer))).toEqual([]);
  });

  it('shows an example of every body that is answered', () => {
    const bodies = [...service.operations.values()].flatMap(({ responses }) => [...responses.values()]);
    expect(bodies.filter((pointer) => pointer !== undefined && !withExample.has(pointer))).toEqual([]);
  });

  it('shows an example of every delivery, sealed and not', () => {
    const deliveries = Object.keys(service.document['webhooks'] as JsonObject).flatMap((kind) =>
      ['application~1json', 'text~1plain'].map(
        (type) => `/webhooks/${kind}/post/requestBody/content/${type}/schema`,
      ),
    );
    expect(deliveries).toHaveLength(6);
    expect(deliveries.filter((pointer) => !withExample.has(pointer))).toEqual([]);
  });

  it('uses every named example', () => {
    const named = Object.keys((service.document['components'] as JsonObject)['examples'] as JsonObject);
    const used = referencesOf(service.document);
    // References inside `examples` are followed by the walk; here it only matters that one exists.
    expect(named.filter((name) => !used.includes(`#/components/examples/${name}`))).toEqual([]);
  });
});
