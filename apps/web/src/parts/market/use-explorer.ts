import { loadable } from '@glasshouse/app/failures/loadable';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { marketSnapshot } from '../../live/market.ts';
import { useFavourites } from './favourites.ts';
import { FIRST_TYPE, type MarketTypeNumber, type MarketView, marketListQuery } from './market-query.ts';
import { arrangeRows, CATALOGUE_ORDER, chosenRows, type MarketSort } from './sort-rows.ts';

interface View {
  readonly type: MarketView;
  readonly search: string;
  readonly sort: MarketSort;
}

/** The last view of each list, so that returning restores it. */
const views = new Map<string, View>();

/**
 * Type, search and sort of a market list, and the resulting rows. Search covers all markets. A list
 * that is not on screen is not fetched: it outweighs the page it would open on.
 */
export function useExplorer(
  place: 'home' | 'market',
  firstType: MarketTypeNumber = FIRST_TYPE,
  { onScreen }: { onScreen: boolean } = { onScreen: true },
) {
  const [view, setView] = useState<View>(
    () => views.get(place) ?? { type: firstType, search: '', sort: CATALOGUE_ORDER },
  );
  const change = (part: Partial<View>) => {
    const next = { ...view, ...part };
    views.set(place, next);
    setView(next);
  };
  const search = useDeferredValue(view.search);
  const searching = search.trim() !== '';
  const listType = searching || view.type === 'favourites' ? 'all' : view.type;
  const query = useQuery({ ...marketListQuery(listType), enabled: onScreen });
  const favourites = useFavourites();
  const marked = view.type === 'favourites' && !searching ? favourites : undefined;
  const { sort } = view;
  const rows = useMemo(() => {
    const all = query.data ?? [];
    const listed = marked === undefined ? all : chosenRows(all, marked);
    return arrangeRows(listed, { search, sort, quote: (code) => marketSnapshot.quote(code) });
  }, [query.data, marked, search, sort]);
  return { view, change, rows, list: loadable(query) };
}

export type Explorer = ReturnType<typeof useExplorer>;
