import { describe, expect, it } from 'vitest';
import { catalogue, employers, payeReferenceOf } from './catalogue.ts';

const { providers, parent_provider_meta: parents, employers: listedEmployers } = catalogue.listed;

describe('the provider catalogue', () => {
  it('has some thirty providers, each with an id of its own', () => {
    expect(providers.length).toBeGreaterThanOrEqual(30);
    for (const list of [providers, parents, listedEmployers]) {
      expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
      expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
    }
  });

  it('names only parents and providers that are there', () => {
    const parentIds = new Set(parents.map(({ id }) => id));
    for (const { parent } of providers) expect(parent === null || parentIds.has(parent)).toBe(true);
    for (const { id } of parents)
      expect(providers.filter(({ parent }) => parent === id).length).toBeGreaterThan(1);
    for (const employer of listedEmployers) {
      expect(employer.providers.length).toBeGreaterThan(0);
      for (const id of employer.providers)
        expect(catalogue.provider(id), `${employer.id}: ${id}`).toBeDefined();
    }
  });

  it('has every kind of provider, login parameter and second factor', () => {
    expect(providers.some((provider) => provider.is_oauth2)).toBe(true);
    expect(providers.some((provider) => provider.is_scraper)).toBe(true);
    expect(providers.some((provider) => !provider.is_oauth2 && !provider.is_scraper)).toBe(true);
    const types = providers.flatMap((provider) => provider.extra_login_params.map((p) => p.validation?.type));
    expect(new Set(types)).toEqual(new Set(['text', 'date', 'number']));
    const factors = providers.map(({ id }) => catalogue.mfaOf(id));
    expect(new Set(factors)).toEqual(new Set([null, 'code', 'date', 'password-characters']));
  });

  it('points to reserved domains only', () => {
    const urls = JSON.stringify(catalogue.listed).match(/https?:[^"]*/g) ?? [];
    expect(urls.length).toBeGreaterThan(100);
    for (const url of urls) expect(new URL(url).hostname).toMatch(/\.example$/);
  });

  it('gives every employer a PAYE reference of its own, in the right form', () => {
    const references = employers.map(({ payeReference }) => payeReference);
    expect(new Set(references).size).toBe(references.length);
    for (const reference of references) expect(reference).toMatch(/^\d{3}\/[A-Z0-9]{1,10}$/);
    expect(payeReferenceOf('somebody')).toBe(payeReferenceOf('somebody'));
  });
});

it('says all of what a login parameter must be, as the document lists it', () => {
  const fields = ['required', 'type', 'date_format', 'min_length', 'max_length'];
  for (const { extra_login_params } of catalogue.listed.providers)
    for (const { validation } of extra_login_params ?? [])
      expect(Object.keys(JSON.parse(JSON.stringify(validation)))).toEqual(fields);
});
