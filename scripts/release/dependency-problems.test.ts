import { describe, expect, it } from 'vitest';
import { dependencyProblems, type LockedPackage } from './dependency-problems.ts';

const sound = { license: 'MIT', integrity: 'sha512-x' };
const problems = (one: LockedPackage, name = 'thing') =>
  dependencyProblems({ '': {}, [`node_modules/other/node_modules/${name}`]: { ...sound, ...one } });

describe('a dependency', () => {
  it.each<LockedPackage>([
    {},
    { license: '(MIT OR GPL-3.0)' },
    { license: '(MIT AND Zlib)' },
    { license: 'MPL-2.0', dev: true },
    { hasInstallScript: true, dev: true },
  ])('is fine: %j', (one) => {
    expect(problems(one)).toEqual([]);
  });

  it.each<[LockedPackage, string]>([
    [{ license: 'GPL-3.0' }, 'thing has the licence GPL-3.0'],
    [{ license: 'AGPL-3.0', dev: true }, 'thing has the licence AGPL-3.0'],
    [{ license: '(MIT AND GPL-3.0)' }, 'thing has the licence (MIT AND GPL-3.0)'],
    [{ license: 'MPL-2.0' }, 'thing has the licence MPL-2.0'],
    [{ hasInstallScript: true }, 'thing runs a script when it is installed'],
  ])('is told of: %j', (one, problem) => {
    expect(problems(one)).toEqual([problem]);
  });

  it('without a licence or a hash is told of, whatever it is for', () => {
    const { license, integrity } = sound;
    const told = (one: LockedPackage) => dependencyProblems({ 'node_modules/thing': one });
    expect(told({ integrity })).toEqual(['thing has no licence']);
    expect(told({ license })).toEqual(['thing has no integrity hash']);
    expect(told({ license, dev: true })).toEqual(['thing has no integrity hash']);
  });
});
