import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface LockedPackage {
  readonly link?: boolean;
  readonly dependencies?: { readonly [name: string]: string };
  readonly optionalDependencies?: { readonly [name: string]: string };
}

/**
 * `npm ci` refuses a lock file without an optional package, even one for another platform, and npm
 * silently omits one the registry lacks at that moment. A fresh clone then fails to install
 * although the current tree works.
 */
test('package-lock.json contains every dependency', () => {
  const text = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: { readonly [path: string]: LockedPackage } };
  const missing = Object.entries(packages).flatMap(([path, { link, dependencies, optionalDependencies }]) =>
    link === true
      ? []
      : Object.keys({ ...dependencies, ...optionalDependencies })
          .filter((name) => !isFound(packages, path, name))
          .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
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
