import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import type { Failure } from '@glasshouse/client/failure';
import { Badge, Button, Dialog, Icon, SkeletonBlock, Stack, toasts } from '@glasshouse/ui';
import { Monitor, Smartphone } from '@glasshouse/ui/icon/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import styles from './devices.module.css';
import { Part } from './part.tsx';

type Device = ResultOf<'listSessions'>[number];

/** The devices that are logged in, each with a button to log it out. */
export function Devices() {
  const t = useT();
  const book = useBook();
  const client = useQueryClient();
  const queryKey = privateKey('sessions', book);
  const query = useQuery({ queryKey, queryFn: ({ signal }) => fetchResult('listSessions', { signal }) });
  const list = loadable(query);
  const [ending, setEnding] = useState<Device | 'others'>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  const end = async () => {
    if (ending === undefined) return;
    setBusy(true);
    const answer = await call('revokeSession', { body: ending === 'others' ? {} : { id: ending.id } });
    setBusy(false);
    if (!answer.ok) {
      setFailure(answer.failure);
      return;
    }
    setEnding(undefined);
    toasts.show({ title: t('account:sessions.revoked', { count: answer.result.revoked }) });
    void client.invalidateQueries({ queryKey });
  };
  const close = () => {
    setEnding(undefined);
    setFailure(undefined);
  };
  return (
    <Part id="devices" title={t('account:sessions.title')} note={t('account:sessions.text')}>
      {list.state === 'error' && <FailureNote failure={list.failure} retry={list.retry} />}
      {list.state === 'loading' && <SkeletonBlock height="0.56rem" />}
      {list.state === 'ready' && (
        <Stack gap={4}>
          <ul>
            {list.value.map((device) => (
              <DeviceRow key={device.id} device={device} onEnd={() => setEnding(device)} />
            ))}
          </ul>
          {1 < list.value.length && (
            <Button onClick={() => setEnding('others')}>{t('account:sessions.revokeOthers')}</Button>
          )}
        </Stack>
      )}
      <Dialog
        open={ending !== undefined}
        onClose={close}
        width="s"
        title={t(ending === 'others' ? 'account:sessions.revokeOthers' : 'account:sessions.revokeConfirm')}
        description={ending === undefined || ending === 'others' ? undefined : ending.device}
        closeLabel={t('common:action.close')}
        footer={
          <>
            <Button onClick={close}>{t('common:action.cancel')}</Button>
            <Button variant="danger" loading={busy} onClick={() => void end()}>
              {t('account:sessions.revoke')}
            </Button>
          </>
        }
      >
        {failure && <FailureNote failure={failure} />}
      </Dialog>
    </Part>
  );
}

function DeviceRow({ device, onEnd }: { device: Device; onEnd: () => void }) {
  const t = useT();
  const format = useFormat();
  const phone = /Android|iPhone|iPad|iOS/.test(device.device);
  return (
    <li className={styles.device}>
      <Icon of={phone ? Smartphone : Monitor} size="l" className={styles.icon} />
      <div className={styles.words}>
        <span className={styles.name}>
          <bdi>{device.device}</bdi> {device.current && <Badge tone="success">{t('account:sessions.current')}</Badge>}
        </span>
        <span className={styles.note}>
          {t('account:sessions.lastSeen', { time: format.relative(device.lastSeenAt, serverNow()) })} ·{' '}
          <bdi>{device.address}</bdi>
        </span>
      </div>
      {!device.current && (
        <Button size="s" onClick={onEnd} aria-label={`${t('account:sessions.revoke')}: ${device.device}`}>
          {t('account:sessions.revoke')}
        </Button>
      )}
    </li>
  );
}
