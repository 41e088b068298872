import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { loadable } from '../../api/loadable.ts';
import { marketStore } from '../../live/market.ts';
import { FIRST_TYPE, type MarketTypeNumber, marketListQuery } from './market-query.ts';
import { arrangeRows, CATALOGUE_ORDER, type MarketSort } from './sort-rows.ts';

interface View {
  readonly type: MarketTypeNumber;
  readonly search: string;
  readonly sort: MarketSort;
}

/** The last view of each list, so that coming back finds it as it was left. */
const views = new Map<string, View>();

/** Type, search and order of a market list, and the rows that follow from them. Searching looks through all types. */
export function useExplorer(place: 'home' | 'market', firstType: MarketTypeNumber = FIRST_TYPE) {
  const [view, setView] = useState<View>(
    () => views.get(place) ?? { type: firstType, search: '', sort: CATALOGUE_ORDER },
  );
  const change = (part: Partial<View>) => {
    const next = { ...view, ...part };
    views.set(place, next);
    setView(next);
  };
  const search = useDeferredValue(view.search);
  const query = useQuery(marketListQuery(search.trim() === '' ? view.type : 'all'));
  const { sort } = view;
  const rows = useMemo(
    () => arrangeRows(query.data ?? [], { search, sort, quote: (code) => marketStore.quote(code) }),
    [query.data, search, sort],
  );
  return { view, change, rows, list: loadable(query) };
}

export type Explorer = ReturnType<typeof useExplorer>;
