import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { localhostAddress, type PasskeyObstacle, passkeyObstacle } from '@glasshouse/app/passkeys/passkey-support';
import { useBook } from '@glasshouse/app/session/session';
import { Badge, Banner, Button, EmptyState, Icon, SkeletonBlock, Stack } from '@glasshouse/ui';
import { Fingerprint, Pencil, Plus, Trash2 } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchResult } from '../../../api/client.ts';
import { serverNow } from '../../../live/clock.ts';
import { privateKey } from '../../../parts/calls/query-keys.ts';
import { Part } from '../part.tsx';
import { AddPasskey } from './add-passkey.tsx';
import type { SecurityState } from './next-step.ts';
import { type Passkey, RemovePasskey, RenamePasskey } from './passkey-dialogs.tsx';
import styles from './security.module.css';

/** The server keeps no more than these. */
const PASSKEYS_MAX = 10;

type Doing = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: Passkey };

/** The passkeys of the account; on a browser or an address that knows none, why that is so. */
export function Passkeys({ state }: { state: SecurityState }) {
  const t = useT();
  const book = useBook();
  const query = useQuery({
    queryKey: privateKey('passkeys', book),
    queryFn: ({ signal }) => fetchResult('listPasskeys', { signal }),
  });
  const list = loadable(query, (passkeys) => passkeys.length === 0);
  const [doing, setDoing] = useState<Doing>();
  const obstacle = passkeyObstacle();
  const count = list.state === 'ready' ? list.value.length : 0;
  const add = obstacle === undefined && count < PASSKEYS_MAX && (
    <Button icon={Plus} onClick={() => setDoing({ what: 'add' })}>
      {t('security:passkeys.add')}
    </Button>
  );
  const close = () => setDoing(undefined);
  return (
    <Part id="passkeys" title={t('security:passkeys.name')} note={t('security:passkeys.text')}>
      <Stack gap={4}>
        {list.state === 'error' && <FailureNote failure={list.failure} retry={list.retry} />}
        {list.state === 'loading' && <SkeletonBlock height="0.56rem" />}
        {list.state === 'empty' && (
          <EmptyState compact title={t('security:passkeys.empty')} action={add || undefined} />
        )}
        {obstacle !== undefined && <Obstacle obstacle={obstacle} />}
        {list.state === 'ready' && (
          <>
            <ul aria-label={t('security:passkeys.name')}>
              {list.value.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onDo={(what) => setDoing({ what, passkey })} />
              ))}
            </ul>
            {add && <div>{add}</div>}
          </>
        )}
      </Stack>
      {doing?.what === 'add' && <AddPasskey totp={state.totp} isFirst={count === 0} onClose={close} />}
      {doing?.what === 'rename' && <RenamePasskey passkey={doing.passkey} onClose={close} />}
      {doing?.what === 'remove' && <RemovePasskey passkey={doing.passkey} totp={state.totp} onClose={close} />}
    </Part>
  );
}

function Obstacle({ obstacle }: { obstacle: PasskeyObstacle }) {
  const t = useT();
  if (obstacle !== 'loopback') return <Banner kind="info">{t(`security:passkeys.obstacle.${obstacle}`)}</Banner>;
  const address = localhostAddress();
  return (
    <Banner kind="info">
      {t('security:passkeys.obstacle.loopback')}{' '}
      <a className={styles.link} href={address} dir="ltr">
        {address}
      </a>
    </Banner>
  );
}

function PasskeyRow({ passkey, onDo }: { passkey: Passkey; onDo: (what: 'rename' | 'remove') => void }) {
  const t = useT();
  const format = useFormat();
  const used =
    passkey.lastUsedAt === null
      ? t('security:passkeys.neverUsed')
      : t('account:sessions.lastSeen', { time: format.relative(passkey.lastUsedAt, serverNow()) });
  return (
    <li className={styles.row}>
      <Icon of={Fingerprint} size="l" className={styles.icon} />
      <div className={styles.words}>
        <span className={styles.name}>
          <bdi>{passkey.name}</bdi> {passkey.synced && <Badge>{t('security:passkeys.synced')}</Badge>}
        </span>
        <span className={styles.note}>
          {t('security:passkeys.created', { date: format.date(passkey.createdAt) })} · {used}
        </span>
      </div>
      <div className={styles.buttons}>
        <Button
          size="s"
          icon={Pencil}
          onClick={() => onDo('rename')}
          aria-label={`${t('security:passkeys.rename')}: ${passkey.name}`}
        />
        <Button
          size="s"
          icon={Trash2}
          onClick={() => onDo('remove')}
          aria-label={`${t('security:passkeys.remove')}: ${passkey.name}`}
        />
      </div>
    </li>
  );
}
