import { useT } from '@glasshouse/app/language/language';
import { Segmented } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { SearchBox } from '../parts/fields/search-box.tsx';
import { useUrlState } from '../parts/page/use-url-state.ts';

interface ViewInput<View extends string> {
  /** The first is what a queue opens with. */
  readonly views: readonly [View, ...View[]];
  readonly labelOf: (view: View) => string;
  /** What can be searched for; without it there is no search. */
  readonly search?: string;
  readonly full?: boolean;
}

interface ChosenView<View extends string> {
  readonly view: View;
  readonly q: string | undefined;
  /** The part of a query that both make. */
  readonly found: { readonly q?: string };
  readonly filters: ReactNode;
}

/** Which part of a queue is shown, kept in the address. */
export function useView<View extends string>({ views, labelOf, search, full }: ViewInput<View>): ChosenView<View> {
  const t = useT();
  const [url, setUrl] = useUrlState();
  const [first] = views;
  const view = views.find((known) => known === url.view) ?? first;
  const { q } = url;
  return {
    view,
    q,
    found: q === undefined ? {} : { q },
    filters: (
      <>
        <Segmented
          size="s"
          full={full}
          label={t('common:word.state')}
          value={view}
          options={views.map((value) => ({ value, label: labelOf(value) }))}
          onChange={(next) => setUrl({ view: next === first ? undefined : next, item: undefined })}
        />
        {search !== undefined && <SearchBox value={q} label={search} onChange={(next) => setUrl({ q: next })} />}
      </>
    ),
  };
}
