import type { MessageKey } from '@glasshouse/i18n';
import type { Place } from '../../parts/page-spec.ts';
import type { ConsolePage } from '../pages.ts';

export const GROUPS = ['work', 'people', 'money', 'markets', 'house'] as const;

interface NamedPlace {
  readonly place: Place;
  readonly group: (typeof GROUPS)[number];
  readonly title: MessageKey;
}

/** Sixteen places in five groups: all of them fit on a screen of 900 px. */
export const PLACES: readonly NamedPlace[] = [
  { place: 'queue', group: 'work', title: 'console:page.queue' },
  { place: 'overview', group: 'work', title: 'console:page.dashboard' },
  { place: 'support', group: 'work', title: 'console:page.support' },
  { place: 'members', group: 'people', title: 'console:page.users' },
  { place: 'identity', group: 'people', title: 'console:page.kycShort' },
  { place: 'invitations', group: 'people', title: 'console:page.referrals' },
  { place: 'transfers', group: 'money', title: 'console:place.transfers' },
  { place: 'ledger', group: 'money', title: 'console:page.ledger' },
  { place: 'pools', group: 'money', title: 'console:place.pools' },
  { place: 'instruments', group: 'markets', title: 'console:page.instruments' },
  { place: 'calendar', group: 'markets', title: 'console:place.calendar' },
  { place: 'feeTiers', group: 'markets', title: 'console:page.feeTiers' },
  { place: 'products', group: 'house', title: 'console:place.products' },
  { place: 'parameters', group: 'house', title: 'console:page.parameters' },
  { place: 'content', group: 'house', title: 'console:page.content' },
  { place: 'audit', group: 'house', title: 'console:page.audit' },
];

/** Whether a page of the navigation is open, or one below it. */
export const isHere = (href: string, path: string): boolean => path === href || path.startsWith(`${href}/`);

interface OpenPlace extends NamedPlace {
  readonly pages: readonly ConsolePage[];
}

/** The places of which the operator may open a page, with these pages as their tabs. */
export const openPlaces = (pages: readonly ConsolePage[]): readonly OpenPlace[] =>
  PLACES.map((place) => ({ ...place, pages: pages.filter((page) => page.place === place.place) })).filter(
    (place) => 0 < place.pages.length,
  );

export const placeHere = (places: readonly OpenPlace[], path: string): OpenPlace | undefined =>
  places.find((place) => place.pages.some((page) => isHere(page.path, path)));
