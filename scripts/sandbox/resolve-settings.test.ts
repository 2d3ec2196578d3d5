import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resolveSettings } from './resolve-settings.ts';
import { settings } from './settings.ts';

describe('the settings of a sandbox', () => {
  it('are the documented defaults when nothing is said', () => {
    expect(resolveSettings({}, {})).toMatchObject({
      port: 4010,
      host: '127.0.0.1',
      seed: '1',
      data: '.payrig',
      ephemeral: false,
      logLevel: 'info',
    });
    expect(resolveSettings({ quiet: true }, {}).logLevel).toBe('error');
  });

  it('come from the flag before the variable, the variable before the file', () => {
    const [variables, config] = [
      { PAYRIG_SEED: 'of-variable', PAYRIG_USERS: '7' },
      { seed: 'of-file', users: 8, port: 1 },
    ];
    expect(resolveSettings({ seed: 'of-flag' }, variables, config)).toMatchObject({
      seed: 'of-flag',
      users: 7,
      port: 1,
    });
    expect(resolveSettings({ strict: false }, { PAYRIG_STRICT: 'yes' }).strict).toBe(false);
  });

  it('keep state where the nearest word says', () => {
    expect(resolveSettings({ data: 'here' }, { PAYRIG_EPHEMERAL: '1' }).data).toBe('here');
    expect(resolveSettings({ ephemeral: true }, { PAYRIG_DATA: 'there' }).data).toBeUndefined();
    expect(resolveSettings({ ephemeral: false }, {}, { ephemeral: true }).data).toBe('.payrig');
    expect(() => resolveSettings({ ephemeral: true, data: 'here' }, {})).toThrow('not both');
  });

  it('keep it in a shared store where that is the nearest word, and never tell its password', () => {
    const store = 'postgres://payrig:hidden@db/payrig';
    expect(resolveSettings({ store }, {})).toMatchObject({ store, data: undefined, ephemeral: false });
    expect(resolveSettings({ data: 'folder' }, { PAYRIG_STORE: store })).toMatchObject({ data: 'folder' });
    expect(resolveSettings({ data: 'folder' }, { PAYRIG_STORE: store }).store).toBeUndefined();
    expect(resolveSettings({ ephemeral: true }, { PAYRIG_STORE: store }).store).toBeUndefined();
    expect(() => resolveSettings({ store: 'mysql://payrig:hidden@db' }, {})).toThrow(/^--store: .*postgres/);
  });

  it('take a time at which the world begins, in full or as a day', () => {
    expect(resolveSettings({ now: '2028-06-15' }, {}).now).toBe('2028-06-15T00:00:00.000Z');
    expect(resolveSettings({ frozen: true }, { PAYRIG_NOW: '2028-06-15T09:00:00Z' })).toMatchObject({
      now: '2028-06-15T09:00:00.000Z',
      frozen: true,
    });
    expect(() => resolveSettings({ now: 'tomorrow' }, {})).toThrow('ISO 8601');
  });

  it('add up the clients of flag, variable and file, the nearest for a name', () => {
    const given = resolveSettings(
      { client: ['a:1', 'b:2'] },
      { PAYRIG_CLIENT: 'a:3,c:4' },
      { client: [{ name: 'd', apiKey: '5' }] },
    );
    expect(given.client).toEqual([
      { name: 'd', apiKey: '5' },
      { name: 'a', apiKey: '1' },
      { name: 'c', apiKey: '4' },
      { name: 'b', apiKey: '2' },
    ]);
    expect(() => resolveSettings({ client: ['a:same', 'b:same'] }, {})).toThrow(
      'a and b have the same API key',
    );
    expect(() => resolveSettings({ client: ['a:sandbox-key'] }, {})).toThrow('sandbox and a');
    expect(resolveSettings({ client: ['sandbox:own', 'a:sandbox-key'] }, {}).client).toHaveLength(2);
  });

  it('can all be given in a config file', () => {
    const schema = JSON.parse(
      readFileSync(new URL('../../simulator/sandbox-config.schema.json', import.meta.url), 'utf8'),
    );
    const names = Object.keys(settings).map((key) => (key === 'client' ? 'clients' : key));
    expect(
      Object.keys(schema.properties)
        .filter((key) => key !== '$schema')
        .sort(),
    ).toEqual(names.sort());
  });
});
