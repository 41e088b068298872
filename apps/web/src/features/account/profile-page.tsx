import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useSession } from '@glasshouse/app/session/session';
import { Avatar, Button, Card, cx, Dialog, Icon, Skeleton, Stack } from '@glasshouse/ui';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  BellPlus,
  Coins,
  Handshake,
  Landmark,
  Layers,
  LogOut,
  ReceiptText,
  ShieldCheck,
  Timer,
} from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { displayName } from '../../parts/account/display-name.ts';
import { PersonPage } from '../../parts/account/person-page.tsx';
import { PERSON_PLACES, type PersonPlace } from '../../parts/account/person-places.ts';
import { useLogout } from '../../parts/account/use-logout.ts';
import { useBalances } from '../../parts/money/use-balances.ts';
import { TotalWorth, WorthParts } from '../../parts/portfolio/total-worth.tsx';
import { EntryLink } from './entry-link.tsx';
import { FeeTiersPart } from './fee-tiers.tsx';
import { LevelFacts } from './level-facts.tsx';
import styles from './profile-page.module.css';

/**
 * The user, the balance, and links to every account page; a desktop has those in its navigation and
 * in the list beside.
 */
export function ProfilePage() {
  const t = useT();
  const format = useFormat();
  const user = useSession()?.user;
  const balances = loadable(useBalances());
  if (user === undefined) return null;
  const name = displayName(t, user);
  const { profile: _, info, ...others } = PERSON_PLACES;
  const placed = ({ href, icon, label }: PersonPlace) => ({ href, icon, label: t(label) });
  const entries = [
    placed(info),
    { href: `${info.href}#security`, icon: ShieldCheck, label: t('account:profile.security') },
    ...Object.values(others).map(placed),
    { href: '/profile/balance', icon: ArrowDownToLine, label: t('wallet:deposit.title') },
    { href: '/profile/balance2', icon: ArrowUpFromLine, label: t('wallet:withdraw.title') },
    { href: '/profile/exchange', icon: ArrowLeftRight, label: t('convert:title') },
    { href: '/portfolio', icon: Layers, label: t('shell:nav.portfolio') },
    { href: '/profile/balancebb', icon: Coins, label: t('account:profile.coins') },
    { href: '/zjxq', icon: ReceiptText, label: t('account:profile.balances') },
    { href: '/trading', icon: Timer, label: t('shell:nav.plans') },
    { href: '/loan', icon: Landmark, label: t('shell:nav.loans') },
    { href: '/nfts', icon: Handshake, label: t('funds:product.nfts') },
    { href: '/profile/alerts', icon: BellPlus, label: t('alerts:title') },
  ];
  return (
    <PersonPage>
      <Stack gap={4}>
        <Card>
          <Stack row gap={4}>
            <Avatar name={name} size="l" />
            <div>
              <h1 className={styles.name}>{name}</h1>
              <p className={styles.note}>
                {t('account:profile.userNumber')} {user.id} · {t('account:profile.memberSince')}{' '}
                {format.date(user.createdAt)}
              </p>
            </div>
          </Stack>
          <div className={styles.total}>
            <p className={styles.note}>{t('account:balances.total')}</p>
            {balances.state === 'error' && <FailureNote failure={balances.failure} retry={balances.retry} />}
            {balances.state !== 'error' && (
              <p className={styles.sum}>
                {balances.state === 'ready' ? (
                  <TotalWorth balances={balances.value} size="xxl" />
                ) : (
                  <Skeleton width="2rem" height="0.28rem" />
                )}
              </p>
            )}
            <WorthParts balances={balances.state === 'ready' ? balances.value : undefined} />
          </div>
          {user.guest && (
            <LinkButton href="/profile/info#save" variant="primary">
              {t('account:guest.submit')}
            </LinkButton>
          )}
        </Card>
        <Card flush className={styles.menu}>
          <ul>
            {entries.map((entry) => (
              <EntryLink key={entry.href} {...entry} />
            ))}
            <li className={cx(styles.item, styles.logout)}>
              <Logout guest={user.guest} />
            </li>
          </ul>
        </Card>
        <FeeTiersPart />
        <LevelFacts />
      </Stack>
    </PersonPage>
  );
}

/** Confirms first: for a guest, logging out loses the account. */
function Logout({ guest }: { guest: boolean }) {
  const t = useT();
  const logout = useLogout();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className={styles.entry} onClick={() => setAsking(true)}>
        <Icon of={LogOut} size="l" className={styles.icon} />
        <span className={styles.label}>{t('shell:tool.logout')}</span>
      </button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        width="s"
        title={t('account:profile.logoutConfirm')}
        description={t(guest ? 'account:profile.guestLogoutText' : 'account:profile.logoutText')}
        closeLabel={t('common:action.close')}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{t('common:action.cancel')}</Button>
            <Button variant={guest ? 'danger' : 'primary'} onClick={logout}>
              {t(guest ? 'account:profile.logoutAnyway' : 'shell:tool.logout')}
            </Button>
          </>
        }
      />
    </>
  );
}
