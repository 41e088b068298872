import type { BodyOf } from '@glasshouse/api';
import { CopyButton } from '@glasshouse/app/copy-button.tsx';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { saveFile } from '@glasshouse/app/save-file';
import { useBook } from '@glasshouse/app/session/session';
import type { Failure } from '@glasshouse/client/failure';
import { Button, Dialog, Stack, toasts } from '@glasshouse/ui';
import { FileImage, Share2 } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { useShare } from '../../parts/page/share.ts';
import styles from './order.module.css';
import { drawReceipt, type ReceiptPicture } from './receipt-picture.ts';

export type SharedKind = BodyOf<'shareReceipt'>['kind'];

interface ShareReceiptProps {
  readonly id: number;
  /** Kind of the order, if a link can show it to others. */
  readonly kind: SharedKind | undefined;
  /** All its prices are proved: before, there is nothing that a stranger could verify. */
  readonly isReady: boolean;
  /** What a shared picture shows; without it there is none to share. */
  readonly picture: ReceiptPicture | undefined;
}

export const sharedHref = (token: string): string => `/receipt/${token}`;

/** Shares a picture of it; of an order that a link can show, one chooses between the two. */
export function ShareReceipt({ id, kind, isReady, picture }: ShareReceiptProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const sharePicture = useSharePicture(id);
  return (
    <>
      <Button
        onClick={() => {
          if (kind !== undefined) setOpen(true);
          else if (picture !== undefined) void sharePicture(picture);
        }}
      >
        {t('common:action.share')}
      </Button>
      {open && kind !== undefined && (
        <ShareDialog id={id} kind={kind} isReady={isReady} picture={picture} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function useSharePicture(id: number): (picture: ReceiptPicture) => Promise<void> {
  const share = useShare();
  return async (picture) => {
    const image = await drawReceipt(picture);
    if (image === undefined) return;
    const file = new File([image], `glasshouse-${id}.png`, { type: image.type });
    if (!(await share({ title: picture.title, file }))) saveFile(file.name, file);
  };
}

interface ShareDialogProps extends ShareReceiptProps {
  readonly kind: SharedKind;
  readonly onClose: () => void;
}

/** Opens what a link would show, makes it, and takes it back; and makes the picture. */
function ShareDialog({ kind, id, isReady, picture, onClose }: ShareDialogProps) {
  const t = useT();
  const share = useShare();
  const sharePicture = useSharePicture(id);
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
      title={t('common:action.share')}
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
              {t('order:share.link')}
            </Button>
          </>
        )
      }
    >
      <Stack gap={4}>
        {picture !== undefined && (
          <Button icon={FileImage} onClick={() => void sharePicture(picture)}>
            {t('order:share.image')}
          </Button>
        )}
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
