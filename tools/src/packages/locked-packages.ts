import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string | undefined;
  /** As npm writes it: algorithm, dash, base64. */
  readonly integrity: string | undefined;
  /** The packages it uses that are part of the product, as `name@version`. */
  readonly uses: readonly string[];
}

interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly dependencies?: { readonly [name: string]: string };
  readonly optionalDependencies?: { readonly [name: string]: string };
}

type Lock = { readonly [path: string]: LockEntry };

export interface Product {
  readonly own: LockedPackage;
  readonly packages: readonly LockedPackage[];
}

const FOLDER = 'node_modules/';

/** What the running product consists of, for every platform: each name and version once. */
export function readProduct(root: string): Product {
  const { packages: lock } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock };
  const found = new Map<string, LockedPackage>();
  const own: string[] = [];
  for (const [path, entry] of Object.entries(lock)) {
    if (path === '' || entry.link === true || entry.dev === true) continue;
    // The product's own packages are one with it; what they use, it uses.
    if (!path.includes(FOLDER)) own.push(...usedBy(lock, path));
    else found.set(keyOf(path, entry), lockedPackage(lock, path));
  }
  const { name = '', version = '', license } = lock[''] ?? {};
  const uses = [...new Set([...usedBy(lock, ''), ...own])].toSorted();
  return { own: { name, version, licence: license, integrity: undefined, uses }, packages: reachedFrom(uses, found) };
}

/** Optional peers that only development brings along, and their parts, are not marked as such. */
function reachedFrom(uses: readonly string[], found: ReadonlyMap<string, LockedPackage>): readonly LockedPackage[] {
  const reached = new Set(uses);
  // A set that grows while it is walked is walked to its new end.
  for (const key of reached) for (const next of found.get(key)?.uses ?? []) reached.add(next);
  return [...found].filter(([key]) => reached.has(key)).map(([, locked]) => locked);
}

function lockedPackage(lock: Lock, path: string): LockedPackage {
  const entry = lock[path] ?? {};
  const { version = '', license, integrity } = entry;
  return { name: nameOf(path, entry), version, licence: license, integrity, uses: usedBy(lock, path) };
}

const nameOf = (path: string, { name }: LockEntry): string =>
  name ?? path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
const keyOf = (path: string, entry: LockEntry): string => `${nameOf(path, entry)}@${entry.version}`;

function usedBy(lock: Lock, path: string): readonly string[] {
  const { dependencies, optionalDependencies } = lock[path] ?? {};
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => {
    const place = placesFrom(path)
      .map((folder) => `${folder}${FOLDER}${name}`)
      .find((candidate) => lock[candidate] !== undefined);
    const entry = place === undefined ? undefined : lock[place];
    return place === undefined || entry === undefined || entry.link === true ? [] : [keyOf(place, entry)];
  });
}

/** The folders in which Node looks for what a package imports, nearest first. */
function placesFrom(path: string): readonly string[] {
  const places = path === '' ? [] : [`${path}/`];
  for (let place = path; place.includes(FOLDER); ) {
    place = place.slice(0, place.lastIndexOf(FOLDER));
    if (place !== '') places.push(place);
    place = place.replace(/\/$/, '');
  }
  return [...places, ''];
}
