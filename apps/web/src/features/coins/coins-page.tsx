import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { readStored, writeStored } from '@glasshouse/app/session/storage';
import { EmptyState, Icon, Section, Switch, TextField } from '@glasshouse/ui';
import { Search } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useBalances } from '../../parts/money/use-balances.ts';
import { AccountPage } from '../../parts/portfolio/shell/account-page.tsx';
import { useCostBasis } from '../../parts/statement/use-cost-basis.ts';
import { AssetDialog } from './asset-dialog.tsx';
import styles from './coins.module.css';
import { CoinsTable } from './coins-table.tsx';
import { SMALL_BELOW, visibleCoins } from './visible-coins.ts';

const HIDE_SMALL_KEY = 'hideSmallBalances';

/** Every balance of the current book, once: its parts, its value, and what its sale would make. */
export function CoinsPage() {
  const t = useT();
  return (
    <AccountPage tab="balances" title={t('coins:title')}>
      <Balances />
    </AccountPage>
  );
}

function Balances() {
  const t = useT();
  const format = useFormat();
  const list = loadable(useBalances());
  const costs = useCostBasis().data;
  const [search, setSearch] = useState('');
  const [hideSmall, setHideSmall] = useState(() => readStored(HIDE_SMALL_KEY) === 'on');
  const [shown, setShown] = useState<string>();
  const all = list.state === 'ready' ? list.value.items : undefined;
  const coins = all && visibleCoins(all, { search, hideSmall });
  const unpriced = (all ?? []).filter(({ valueUsdt, total }) => valueUsdt === null && total !== '0');
  if (list.state === 'error') return <FailureNote failure={list.failure} retry={list.retry} />;
  return (
    <Section aria-label={t('account:balances.title')}>
      <div className={styles.tools}>
        <TextField
          className={styles.search}
          label={t('coins:search')}
          hideLabel
          type="search"
          placeholder={t('coins:search')}
          start={<Icon of={Search} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Switch
          label={t('coins:hideSmall')}
          hint={t('coins:hideSmallHint', { amount: format.money(SMALL_BELOW, 'USDT') })}
          checked={hideSmall}
          onChange={(next) => {
            setHideSmall(next);
            writeStored(HIDE_SMALL_KEY, next ? 'on' : undefined);
          }}
        />
      </div>
      <CoinsTable
        coins={coins}
        all={all ?? []}
        costs={costs?.items}
        onOpen={setShown}
        empty={<Nothing some={all !== undefined && 0 < all.length} />}
      />
      {costs?.complete === false && <p className={styles.note}>{t('funds:cost.pending')}</p>}
      {0 < unpriced.length && (
        <p className={styles.note}>
          {t('funds:summary.unpriced', { assets: format.list(unpriced.map(({ asset }) => asset)) })}
        </p>
      )}
      {shown !== undefined && (
        <AssetDialog
          asset={shown}
          cost={costs?.items.find(({ asset }) => asset === shown)}
          onClose={() => setShown(undefined)}
        />
      )}
    </Section>
  );
}

/** `some`: there are balances, but none matches. */
function Nothing({ some }: { some: boolean }) {
  const t = useT();
  if (some) {
    return (
      <EmptyState compact title={t('common:state.nothingFound')}>
        {t('coins:nothingMatches')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('account:balances.empty')}
      action={<LinkButton href="/market">{t('shell:nav.market')}</LinkButton>}
    >
      {t('coins:emptyHint')}
    </EmptyState>
  );
}
