import { cx, Dialog } from '@glasshouse/ui';
import { useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useT } from '../../i18n/language.ts';
import { useIsMobile } from '../../shared/layout.ts';
import { MarketList } from '../../shared/market/market-list.tsx';
import { detailHref, MARKET_TABS } from '../../shared/market/market-query.ts';
import { useExplorer } from '../../shared/market/use-explorer.ts';
import styles from './currency-page.module.css';

/** The list of markets of the desk: one state, shown as a pane where there is room and in a dialog where there is not. */
export function useMarketsPane() {
  const mobile = useIsMobile();
  const pane = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  // The address tells the type of the market before anything is fetched; without it the list begins with the first tab.
  const type = new URLSearchParams(useSearch()).get('type');
  const firstType = MARKET_TABS.find((tab) => String(tab.type) === type)?.type;
  const explorer = useExplorer('market', firstType, { onScreen: open || !mobile });
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

export type MarketsState = ReturnType<typeof useMarketsPane>;

interface MarketsProps {
  readonly markets: MarketsState;
  readonly code: string | undefined;
}

/** The other markets, one press away. */
export function MarketsPane({ markets, code, className }: MarketsProps & { className: string | undefined }) {
  const [, navigate] = useLocation();
  return (
    <div ref={markets.pane} className={cx(styles.pane, className)}>
      <MarketList
        explorer={markets.explorer}
        kind="pane"
        currentCode={code}
        onPick={(row) => navigate(detailHref(row), { replace: true })}
      />
    </div>
  );
}

/** The same list over the page, for windows without room for the pane. */
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
            navigate(detailHref(row), { replace: true });
          }}
        />
      </div>
    </Dialog>
  );
}
