import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../terminal/run-tool.ts';

type LockedPackage = {
  version?: string;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

const lockedPackages = (): Record<string, LockedPackage> =>
  JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')).packages;

/**
 * Installs packages into a project without a registry: the packed Payrig where its name or a packed file is asked for,
 * everything else in the version of the lock file, with all that it depends on and nothing more. The files are hard
 * links into this project's own `node_modules`.
 */
export function installLocked(project: string, names: readonly string[], tarball: string): void {
  const packages = lockedPackages();
  const wantsPayrig = names.some(isPayrig);
  const wanted = names.filter((name) => !isPayrig(name)).map((name) => nameOf(name, packages));
  const roots = wantsPayrig ? [...wanted, ...Object.keys(packages['']?.dependencies ?? {})] : wanted;
  for (const location of closureOf(roots, packages)) linkPackage(location, project, packages[location] ?? {});
  if (wantsPayrig) unpack(tarball, join(project, 'node_modules/payrig'), project);
  recordInManifest(project, wanted, packages);
}

const isPayrig = (name: string): boolean =>
  name === 'payrig' || name.endsWith('.tgz') || name.startsWith('.');

/** The name of a package that may be asked for as `name@2`; the lock file must have such a version. */
function nameOf(asked: string, packages: Record<string, LockedPackage>): string {
  const [name = '', version] = asked.split(/(?<=.)@/);
  const locked = packages[`node_modules/${name}`]?.version;
  if (version !== undefined && !`${locked}.`.startsWith(`${version}.`))
    throw new Error(`${asked} is asked for, and the lock file has ${locked}`);
  return name;
}

/** Where in the lock file the packages and all that they need are. */
function closureOf(names: readonly string[], packages: Record<string, LockedPackage>): Set<string> {
  const found = new Set<string>();
  const visit = (name: string, from: string, isOptional: boolean): void => {
    const location = resolve(name, from, packages);
    // Optional packages of other platforms are in the lock file and not on the disk.
    if (location === undefined || !existsSync(join(projectRoot, location))) {
      if (isOptional) return;
      throw new Error(`The lock file has no package ${name} that is installed here`);
    }
    if (found.has(location)) return;
    found.add(location);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[location] ?? {};
    for (const inner of Object.keys(dependencies ?? {})) visit(inner, location, false);
    for (const inner of Object.keys(optionalDependencies ?? {})) visit(inner, location, true);
    for (const inner of Object.keys(peerDependencies ?? {}))
      if (!peerDependenciesMeta?.[inner]?.optional) visit(inner, location, true);
  };
  for (const name of names) visit(name, '', false);
  return found;
}

/** The package that `require(name)` would find from a location of the lock file. */
function resolve(name: string, from: string, packages: Record<string, LockedPackage>): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules') - 1))) {
    const location = join(folder, 'node_modules', name);
    if (packages[location]) return location;
    if (folder === '') return undefined;
  }
}

function linkPackage(location: string, project: string, { bin = {} }: LockedPackage): void {
  if (existsSync(join(project, location, 'package.json'))) return;
  linkFolder(join(projectRoot, location), join(project, location));
  if (location.lastIndexOf('node_modules') === 0) linkPrograms(project, location, bin);
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    // Packages inside a package are in the lock file by themselves.
    if (entry.name === 'node_modules') continue;
    if (entry.isDirectory()) linkFolder(join(from, entry.name), join(to, entry.name));
    else linkOrCopy(join(from, entry.name), join(to, entry.name));
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // The temporary folder may be on another disk.
    copyFileSync(from, to);
  }
}

function linkPrograms(project: string, location: string, bin: Record<string, string>): void {
  const programs = join(project, 'node_modules/.bin');
  mkdirSync(programs, { recursive: true });
  for (const [name, file] of Object.entries(bin)) {
    const program = join(programs, name);
    if (!existsSync(program)) symlinkSync(relative(programs, join(project, location, file)), program);
  }
}

function unpack(tarball: string, folder: string, project: string): void {
  // A link to a clone gives way to the package, and its program to that of the package.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
    for (const link of [folder, join(project, 'node_modules/.bin/payrig')]) rmSync(link, { force: true });
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder]);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as LockedPackage;
  linkPrograms(project, 'node_modules/payrig', bin ?? {});
}

/** Notes in the project's package.json what was installed, as npm does. */
function recordInManifest(
  project: string,
  names: readonly string[],
  packages: Record<string, LockedPackage>,
): void {
  const file = join(project, 'package.json');
  const manifest = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  manifest.devDependencies ??= {};
  for (const name of names) manifest.devDependencies[name] = packages[`node_modules/${name}`]?.version;
  writeFileSync(file, JSON.stringify(manifest, null, 2));
}

// As a program: install-locked.ts TARBALL NAME..., in the project's folder.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [tarball = '', ...names] = process.argv.slice(2);
  installLocked(process.cwd(), names, tarball);
}
