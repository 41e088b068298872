import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface LockedPackage {
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: { readonly [name: string]: string };
  readonly optionalDependencies?: { readonly [name: string]: string };
}

function lockedPackages(): { readonly [path: string]: LockedPackage } {
  const text = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8');
  return (JSON.parse(text) as { packages: { readonly [path: string]: LockedPackage } }).packages;
}

/**
 * `npm ci` refuses a lock file without an optional package, even one for another platform, and npm
 * silently omits one the registry lacks at that moment. A fresh clone then fails to install
 * although the current tree works.
 */
test('package-lock.json contains every dependency', () => {
  const packages = lockedPackages();
  const missing = Object.entries(packages).flatMap(([path, { link, dependencies, optionalDependencies }]) =>
    link === true
      ? []
      : Object.keys({ ...dependencies, ...optionalDependencies })
          .filter((name) => !isFound(packages, path, name))
          .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

/**
 * The machine's npm may run on Node 20, although everything here runs on the pinned Node. It leaves
 * out optional packages that ask for a newer one, silently: for them the lock file must not name
 * engines. `npm install` writes them again; delete them by hand.
 */
test('native parts are installed whatever Node npm runs on', () => {
  const needsNewer = Object.entries(lockedPackages())
    .filter(([, { optional, engines }]) => optional === true && /^[>=^~ ]*(2[1-9]|[3-9]\d)/.test(engines?.node ?? ''))
    .map(([path]) => path);
  expect(needsNewer).toEqual([]);
});

function isFound(packages: object, from: string, name: string): boolean {
  const places = [from];
  for (let place = from; place !== ''; ) {
    const cut = place.lastIndexOf('/node_modules/');
    place = cut < 0 ? '' : place.slice(0, cut);
    places.push(place);
  }
  return places.some((place) => Object.hasOwn(packages, `${place === '' ? '' : `${place}/`}node_modules/${name}`));
}
