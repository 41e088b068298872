import type { BodyOf } from '@glasshouse/api';
import { CopyButton } from '@glasshouse/app/copy-button.tsx';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook } from '@glasshouse/app/session/session';
import type { Failure } from '@glasshouse/client/failure';
import { Button, Dialog, Stack, toasts } from '@glasshouse/ui';
import { Share2 } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { useShare } from '../../parts/page/share.ts';
import styles from './order.module.css';

export type SharedKind = BodyOf<'shareReceipt'>['kind'];

interface ShareLinkProps {
  readonly kind: SharedKind;
  readonly id: number;
  /** All its prices are proved: before, there is nothing that a stranger could verify. */
  readonly isReady: boolean;
}

export const sharedHref = (token: string): string => `/receipt/${token}`;

/** Opens what a link would show, makes it, and takes it back. */
export function ShareLink(props: ShareLinkProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={Share2} onClick={() => setOpen(true)}>
        {t('order:share.link')}
      </Button>
      {open && <ShareDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ShareDialog({ kind, id, isReady, onClose }: ShareLinkProps & { readonly onClose: () => void }) {
  const t = useT();
  const share = useShare();
  const book = useBook();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const links = useQuery({
    queryKey: privateKey('sharedReceipts', book),
    queryFn: ({ signal }) => fetchResult('listSharedReceipts', { signal }),
  });
  const token = links.data?.find((link) => link.kind === kind && link.id === id)?.token;
  const url = token === undefined ? '' : `${window.location.origin}${sharedHref(token)}`;
  const run = async (name: 'shareReceipt' | 'unshareReceipt'): Promise<boolean> => {
    setBusy(true);
    const answer = await call(name, { body: { kind, id } });
    setFailure(answer.ok ? undefined : answer.failure);
    if (answer.ok) await links.refetch();
    setBusy(false);
    return answer.ok;
  };
  const end = async () => {
    if (await run('unshareReceipt')) toasts.show({ title: t('order:share.ended') });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="s"
      title={t('order:share.link')}
      description={t('order:share.text')}
      closeLabel={t('common:action.close')}
      footer={
        token === undefined ? (
          <Button
            variant="primary"
            disabled={!isReady}
            loading={busy || links.isPending}
            onClick={() => void run('shareReceipt')}
          >
            {t('order:share.create')}
          </Button>
        ) : (
          <>
            <Button disabled={busy} onClick={() => void end()}>
              {t('order:share.end')}
            </Button>
            <Button
              variant="primary"
              icon={Share2}
              onClick={() => void share({ title: `Glasshouse · ${t('order:shared.title')}`, url })}
            >
              {t('common:action.share')}
            </Button>
          </>
        )
      }
    >
      <Stack gap={4}>
        {failure !== undefined && <FailureNote failure={failure} />}
        {!isReady && token === undefined && <p className={styles.note}>{t('trade:receipt.pending')}</p>}
        {token !== undefined && (
          <>
            <code dir="ltr" className={styles.url}>
              {url}
            </code>
            <Stack row wrap gap={3}>
              <CopyButton text={url}>{t('order:share.copy')}</CopyButton>
              <LinkButton href={sharedHref(token)}>{t('order:shared.title')}</LinkButton>
            </Stack>
          </>
        )}
      </Stack>
    </Dialog>
  );
}
