import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface LockedPackage {
  readonly link?: boolean;
  readonly dependencies?: { readonly [name: string]: string };
  readonly optionalDependencies?: { readonly [name: string]: string };
}

/**
 * `npm ci` refuses a lock file that leaves out an optional package, also one for another platform,
 * and npm leaves one out without a word when the registry does not have it at that moment. Then a
 * fresh clone cannot be installed although the tree at hand works.
 */
test('package-lock.json names every package that another one asks for', () => {
  const text = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: { readonly [path: string]: LockedPackage } };
  const missing = Object.entries(packages).flatMap(([path, { link, dependencies, optionalDependencies }]) =>
    link === true
      ? []
      : Object.keys({ ...dependencies, ...optionalDependencies })
          .filter((name) => !isFound(packages, path, name))
          .map((name) => `${path} asks for ${name}`),
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
