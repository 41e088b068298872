import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { Button, EmptyState, Icon, SkeletonBlock, Stack } from '@glasshouse/ui';
import { ExternalLink, Link as LinkIcon, Trash2, Wallet as WalletIcon } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchResult } from '../../../api/client.ts';
import { serverNow } from '../../../live/clock.ts';
import { privateKey } from '../../../parts/calls/query-keys.ts';
import { canUseProviders } from '../../../parts/sign-in/provider-flow.ts';
import { useSignInMethods } from '../../../parts/sign-in/use-sign-in-methods.ts';
import { useWallets, type Wallet } from '../../../parts/sign-in/wallets.ts';
import { Part } from '../part.tsx';
import { LinkProvider, LinkWallet, RemoveSignIn } from './link-dialogs.tsx';
import type { SecurityState } from './next-step.ts';
import styles from './security.module.css';

interface Row {
  readonly kind: 'provider' | 'wallet';
  readonly id: number;
  readonly name: string;
  readonly detail: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

type Doing =
  | { readonly what: 'provider'; readonly id: string; readonly name: string }
  | { readonly what: 'wallet'; readonly wallet: Wallet }
  | { readonly what: 'remove'; readonly row: Row };

/** Accounts at providers and wallets that log in to this account. */
export function LinkedSignIns({ state }: { state: SecurityState }) {
  const t = useT();
  const book = useBook();
  const methods = useSignInMethods().data;
  const wallets = useWallets();
  const [doing, setDoing] = useState<Doing>();
  const query = useQuery({
    queryKey: privateKey('linkedSignIns', book),
    queryFn: ({ signal }) => fetchResult('listLinkedSignIns', { signal }),
  });
  const list = loadable(query);
  const rows: readonly Row[] =
    list.state !== 'ready'
      ? []
      : [
          ...list.value.providers.map(({ email, ...linked }) => ({
            kind: 'provider' as const,
            ...linked,
            detail: email,
          })),
          ...list.value.wallets.map(({ address, chainId, ...linked }) => ({
            kind: 'wallet' as const,
            ...linked,
            name: `${address.slice(0, 8)}…${address.slice(-6)}`,
            detail: chainId === null ? null : t('signin:ways.contract', { chain: chainId }),
          })),
        ];
  const providers = canUseProviders() ? (methods?.providers ?? []) : [];
  const offered = methods?.wallet === true ? wallets : [];
  // Nothing to show and nothing to do: no section about it.
  if (list.state === 'ready' && rows.length + providers.length + offered.length === 0) return null;
  const close = () => setDoing(undefined);
  return (
    <Part id="logins" title={t('signin:ways.title')} note={t('signin:ways.text')}>
      <Stack gap={4}>
        {list.state === 'error' && <FailureNote failure={list.failure} retry={list.retry} />}
        {list.state === 'loading' && <SkeletonBlock height="0.56rem" />}
        {list.state === 'ready' && rows.length === 0 && <EmptyState compact title={t('signin:ways.empty')} />}
        {0 < rows.length && (
          <ul aria-label={t('signin:ways.title')}>
            {rows.map((row) => (
              <LinkedRow
                key={`${row.kind} ${row.id}`}
                row={row}
                onRemove={state.hasPassword ? () => setDoing({ what: 'remove', row }) : undefined}
              />
            ))}
          </ul>
        )}
        {state.hasPassword ? (
          <div className={styles.keep}>
            {providers.map(({ id, name }) => (
              <Button key={id} icon={ExternalLink} onClick={() => setDoing({ what: 'provider', id, name })}>
                {t('signin:ways.link', { name })}
              </Button>
            ))}
            {offered.map((wallet) => (
              <Button key={wallet.id} icon={WalletIcon} onClick={() => setDoing({ what: 'wallet', wallet })}>
                {wallet.id === 'injected' ? t('signin:wallet.link') : t('signin:ways.link', { name: wallet.name })}
              </Button>
            ))}
          </div>
        ) : (
          <p className={styles.note}>{t('signin:password.text')}</p>
        )}
      </Stack>
      {doing?.what === 'provider' && <LinkProvider {...doing} totp={state.totp} onClose={close} />}
      {doing?.what === 'wallet' && <LinkWallet wallet={doing.wallet} totp={state.totp} onClose={close} />}
      {doing?.what === 'remove' && <RemoveSignIn {...doing.row} totp={state.totp} onClose={close} />}
    </Part>
  );
}

function LinkedRow({ row, onRemove }: { row: Row; onRemove: (() => void) | undefined }) {
  const t = useT();
  const format = useFormat();
  const used =
    row.lastUsedAt === null
      ? t('security:passkeys.neverUsed')
      : t('account:sessions.lastSeen', { time: format.relative(row.lastUsedAt, serverNow()) });
  return (
    <li className={styles.row}>
      <Icon of={row.kind === 'wallet' ? WalletIcon : LinkIcon} size="l" className={styles.icon} />
      <div className={styles.words}>
        <span className={styles.name}>
          <bdi>{row.name}</bdi>
        </span>
        <span className={styles.note}>
          {row.detail !== null && (
            <>
              <bdi>{row.detail}</bdi> ·{' '}
            </>
          )}
          {t('security:passkeys.created', { date: format.date(row.createdAt) })} · {used}
        </span>
      </div>
      {onRemove && (
        <Button size="s" icon={Trash2} onClick={onRemove} aria-label={`${t('signin:ways.remove')}: ${row.name}`} />
      )}
    </li>
  );
}
