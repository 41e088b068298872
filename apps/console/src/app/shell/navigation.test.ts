/** Places of the navigation: sixteen for an owner, fewer for other roles, none of them empty. */
import { type Permission, permissionsOf, type Role } from '@glasshouse/api/operator/permissions';
import { expect, test } from 'vitest';
import { openPages, pages } from '../pages.ts';
import { GROUPS, isHere, openPlaces, PLACES, placeHere } from './navigation.ts';

const placesOf = (role: Role) => {
  const granted = permissionsOf([role]);
  return openPlaces(openPages((permission: Permission) => granted.includes(permission)));
};
const namesOf = (role: Role) => placesOf(role).map(({ place }) => place);

test('an owner has sixteen places in five groups, each with a page', () => {
  const places = placesOf('owner');
  expect(places).toHaveLength(16);
  expect(new Set(places.map(({ group }) => group))).toEqual(new Set(GROUPS));
  expect(places[0]?.pages.map(({ path }) => path)).toEqual(['/queue', '/requests']);
});

test('every page of the console is reached from a place, from another page, or from the menu of the person', () => {
  const named = PLACES.map(({ place }) => place);
  const loose = pages.filter(({ place }) => place === undefined || !named.includes(place)).map(({ path }) => path);
  expect(loose).toEqual([
    '/users/:id',
    '/payouts/:id',
    '/ledger/accounts/:id',
    '/ledger/entries/:seq',
    '/instruments/:product/:code',
    '/content/:id',
    '/security',
  ]);
});

test('who decides nothing has no queue, and reads the approvals in its place', () => {
  const [first] = placesOf('auditor');
  expect(first?.place).toBe('queue');
  expect(first?.pages.map(({ path }) => path)).toEqual(['/requests']);
  expect(namesOf('content')).toEqual(['overview', 'products', 'content']);
});

test.each([
  ['/queue', 'queue'],
  ['/', 'overview'],
  ['/payouts/12', 'transfers'],
  ['/users/7', 'members'],
  ['/ledger/entries/9', 'ledger'],
  ['/operators', 'parameters'],
  ['/security', undefined],
])('%s belongs to %s', (path, place) => {
  expect(placeHere(placesOf('owner'), path)?.place).toBe(place);
});

test('a page is open with those below it, and not with one whose name only begins alike', () => {
  expect(isHere('/support', '/support/3')).toBe(true);
  expect(isHere('/support', '/support-ratings')).toBe(false);
});
