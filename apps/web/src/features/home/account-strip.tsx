import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useSession } from '@glasshouse/app/session/session';
import { Card, Skeleton } from '@glasshouse/ui';
import { displayName } from '../../parts/account/display-name.ts';
import { lastMarket } from '../../parts/market/last-market.ts';
import { marketHref } from '../../parts/market/market-href.ts';
import { useBalances } from '../../parts/money/use-balances.ts';
import styles from './account-strip.module.css';
import { LateOverview, LateParts, LateTotal } from './late-overview.tsx';

/** How the user is doing in this book, with links to what was traded last and to the statement. */
export function AccountStrip() {
  const t = useT();
  const user = useSession()?.user;
  const balances = loadable(useBalances());
  const last = lastMarket();
  return (
    <Card className={styles.strip}>
      <div className={styles.words}>
        <div className={styles.head}>
          <h1 className={styles.name}>{user === undefined ? '' : displayName(t, user)}</h1>
          <p className={styles.label}>{t('home:total')}</p>
        </div>
        <p className={styles.total}>
          {balances.state === 'ready' ? (
            <LateTotal balances={balances.value} />
          ) : (
            balances.state === 'loading' && <Skeleton width="2rem" height="0.28rem" />
          )}
        </p>
        {balances.state === 'ready' && <LateParts balances={balances.value} />}
        {balances.state === 'error' && <FailureNote failure={balances.failure} retry={balances.retry} />}
      </div>
      <div className={styles.actions}>
        <LinkButton href="/zjxq">{t('shell:nav.fundingDetails')}</LinkButton>
        <LinkButton href={last === undefined ? '/market' : marketHref(last)} variant="primary">
          {last === undefined ? t('home:cards.market') : t('market:trade', { name: last.name })}
        </LinkButton>
      </div>
      <LateOverview />
    </Card>
  );
}
