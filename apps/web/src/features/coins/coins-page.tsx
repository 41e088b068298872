import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { readStored, writeStored } from '@glasshouse/app/session/storage';
import { Card, EmptyState, Icon, Page, PageHead, Skeleton, Switch, TextField } from '@glasshouse/ui';
import { ArrowLeftRight, ReceiptText, Search, Wallet } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useBalances } from '../../parts/money/use-balances.ts';
import { TotalWorth, WorthParts } from '../../parts/portfolio/total-worth.tsx';
import styles from './coins.module.css';
import { CoinsTable } from './coins-table.tsx';
import { SMALL_BELOW, visibleCoins } from './visible-coins.ts';

const HIDE_SMALL_KEY = 'hideSmallBalances';

/** The coins of the current book: available, in orders, their value, and actions. */
export function CoinsPage() {
  const t = useT();
  const format = useFormat();
  const list = loadable(useBalances());
  const [search, setSearch] = useState('');
  const [hideSmall, setHideSmall] = useState(() => readStored(HIDE_SMALL_KEY) === 'on');
  const coins = list.state === 'ready' ? visibleCoins(list.value.items, { search, hideSmall }) : undefined;
  return (
    <Page>
      <PageHead
        title={t('coins:title')}
        note={t('coins:text')}
        actions={
          <>
            <LinkButton href="/profile/exchange" icon={ArrowLeftRight}>
              {t('coins:convert')}
            </LinkButton>
            <LinkButton href="/zjxq" icon={ReceiptText}>
              {t('account:profile.balances')}
            </LinkButton>
          </>
        }
      />
      {list.state === 'error' ? (
        <FailureNote failure={list.failure} retry={list.retry} />
      ) : (
        <>
          <Card className={styles.total}>
            <p className={styles.note}>{t('account:balances.total')}</p>
            <p className={styles.sum}>
              {list.state === 'ready' ? (
                <TotalWorth balances={list.value} size="xxl" />
              ) : (
                <Skeleton width="2rem" height="0.28rem" />
              )}
            </p>
            <WorthParts balances={list.state === 'ready' ? list.value : undefined} />
          </Card>
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
          <Card flush>
            <CoinsTable
              coins={coins}
              empty={<Nothing some={list.state === 'ready' && 0 < list.value.items.length} />}
            />
          </Card>
        </>
      )}
    </Page>
  );
}

/** `some`: there are balances, but none matches. */
function Nothing({ some }: { some: boolean }) {
  const t = useT();
  if (some) {
    return (
      <EmptyState compact icon={Search} title={t('common:state.nothingFound')}>
        {t('coins:nothingMatches')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Wallet}
      title={t('account:balances.empty')}
      action={<LinkButton href="/market">{t('shell:nav.market')}</LinkButton>}
    >
      {t('coins:emptyHint')}
    </EmptyState>
  );
}
