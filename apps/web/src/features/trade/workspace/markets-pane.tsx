import { useT } from '@glasshouse/app/language/language';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { cx, Dialog } from '@glasshouse/ui';
import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { marketHref } from '../../../parts/market/market-href.ts';
import { MarketList } from '../../../parts/market/market-list.tsx';
import { MARKET_TABS, type MarketTypeNumber } from '../../../parts/market/market-query.ts';
import { type Explorer, useExplorer } from '../../../parts/market/use-explorer.ts';
import styles from './instrument-page.module.css';

/**
 * The market list of the workspace: one state, shown as a pane where there is room, otherwise in a
 * dialog.
 */
export function useMarketsPane(info: Pick<MarketInfo, 'code' | 'type'> | undefined, isPaneOpen = false) {
  const pane = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  // Most URLs name the type of the market before anything is fetched; otherwise wait for the
  // market.
  const requestedType = typeOf(new URLSearchParams(useSearch()).get('type'));
  const type = typeOf(info?.type) ?? requestedType;
  const explorer = useExplorer('market', type, { onScreen: type !== undefined && (open || isPaneOpen) });
  useShowType(explorer, info?.code, type);
  const search = () => {
    const field = pane.current?.querySelector<HTMLInputElement>('input[type="search"]');
    if (field?.checkVisibility() !== true) {
      setOpen(true);
      return;
    }
    field.focus();
    field.select();
  };
  return { explorer, pane, open, search, close: () => setOpen(false) };
}

const typeOf = (value: unknown) => MARKET_TABS.find(({ type }) => String(type) === String(value))?.type;

/**
 * Shows the current market in the list, in its own tab, unless a search or the favourites led to
 * it.
 */
function useShowType({ view, change }: Explorer, code: string | undefined, type: MarketTypeNumber | undefined): void {
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (code === undefined || type === undefined || shown.current === code) return;
    shown.current = code;
    // A tab chosen by the user stays until the market changes.
    if (view.type !== type && view.type !== 'favourites' && view.search.trim() === '') change({ type });
  });
}

export type MarketsState = ReturnType<typeof useMarketsPane>;

interface MarketsProps {
  readonly markets: MarketsState;
  readonly code: string | undefined;
}

/** The market list as a pane. */
export function MarketsPane({ markets, code, className }: MarketsProps & { className: string | undefined }) {
  const [, navigate] = useLocation();
  return (
    <div ref={markets.pane} className={cx(styles.pane, className)}>
      <MarketList
        explorer={markets.explorer}
        kind="pane"
        dense
        currentCode={code}
        onPick={(row) => navigate(marketHref(row), { replace: true })}
      />
    </div>
  );
}

/** The same list in a dialog, for windows without room for the pane. */
export function MarketsDialog({ markets, code }: MarketsProps) {
  const t = useT();
  const [, navigate] = useLocation();
  return (
    <Dialog open={markets.open} onClose={markets.close} title={t('market:title')} closeLabel={t('common:action.close')}>
      <div className={styles.dialogList}>
        <MarketList
          explorer={markets.explorer}
          kind="pane"
          currentCode={code}
          focusSearch
          onPick={(row) => {
            markets.close();
            navigate(marketHref(row), { replace: true });
          }}
        />
      </div>
    </Dialog>
  );
}
