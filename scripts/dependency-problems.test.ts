import { describe, expect, it } from 'vitest';
import {
  dependencyProblems,
  type LockedPackage,
  lockedPackages,
  lockProblems,
} from './dependency-problems.ts';

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

describe('the lock file', () => {
  const packages = lockedPackages();
  const manifest = packages['']!;

  it('lacks nothing that is asked for', () => {
    expect(lockProblems(packages, manifest)).toEqual([]);
  });

  it.each(['node_modules/@esbuild/win32-x64', 'node_modules/express', 'node_modules/vitest'])(
    'is told of when it lacks %s, whatever the platform',
    (path) => {
      const { [path]: _, ...rest } = packages;
      expect(packages[path]).toBeDefined();
      expect(lockProblems(rest, manifest)).toContainEqual(
        expect.stringContaining(`asks for ${path.slice('node_modules/'.length)}, which the lock file lacks`),
      );
    },
  );

  it('is told of when package.json asks for another version, for more or for less', () => {
    const { yaml, ...rest } = manifest.dependencies!;
    const dependencies = { ...rest, express: '^4.0.0', another: '1' };
    const told = ['express', 'yaml', 'another'].map(
      (name) => `${name} is another in package.json than in the lock file`,
    );
    expect(lockProblems(packages, { ...manifest, dependencies })).toEqual(told);
  });
});
