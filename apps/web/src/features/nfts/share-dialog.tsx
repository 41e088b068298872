import { CopyButton } from '@glasshouse/app/copy-button.tsx';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import type { Failure } from '@glasshouse/client/failure';
import { Button, Dialog, Stack, TextField } from '@glasshouse/ui';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../api/client.ts';
import styles from './nfts.module.css';
import type { Owned } from './work-words.tsx';

const NAME_MAX = 40;
const certificateHref = (token: string): string => `/nfts/certificate/${token}`;

/** Makes a certificate public, with a name or without; sends its link; takes it back. */
export function ShareDialog(props: { nft: Owned; onClose: () => void; onChanged: () => void }) {
  const { nft, onClose, onChanged } = props;
  const t = useT();
  const { id, serial, share } = nft;
  const [name, setName] = useState(share?.name ?? '');
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const run = async (work: () => Promise<{ ok: true } | { ok: false; failure: Failure }>) => {
    setBusy(true);
    setFailure(undefined);
    const answer = await work();
    setBusy(false);
    if (answer.ok) onChanged();
    else setFailure(answer.failure);
  };
  const typed = name.trim();
  const publish = () => run(() => call('shareNft', { body: { id, serial, ...(typed !== '' && { name: typed }) } }));
  const link = share === null ? '' : `${window.location.origin}${certificateHref(share.token)}`;
  const title = `${nft.listing.name} · ${t('nfts:number', { serial })}`;
  const isNew = share === null || (share.name ?? '') !== typed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNew && !busy) void publish();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="s"
      title={t('nfts:share')}
      description={t('nfts:shareText')}
      closeLabel={t('common:action.close')}
      footer={
        <>
          {share !== null && (
            <Button onClick={() => void run(() => call('unshareNft', { body: { id, serial } }))} disabled={busy}>
              {t('nfts:unshare')}
            </Button>
          )}
          {isNew && (
            <Button type="submit" form={formId} variant="primary" loading={busy}>
              {t('nfts:makePublic')}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={4}>
        {failure !== undefined && <FailureNote failure={failure} />}
        <form id={formId} onSubmit={submit}>
          <TextField
            label={t('nfts:name')}
            maxLength={NAME_MAX}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </form>
        {share !== null && (
          <>
            <code dir="ltr" className={styles.url}>
              {link}
            </code>
            <div className={styles.actions}>
              {typeof navigator.share === 'function' && (
                <Button
                  variant="primary"
                  onClick={() => void navigator.share({ title, url: link }).catch(() => undefined)}
                >
                  {t('nfts:send')}
                </Button>
              )}
              <CopyButton text={link}>{t('nfts:copyLink')}</CopyButton>
              <LinkButton href={certificateHref(share.token)}>{t('nfts:certificate')}</LinkButton>
            </div>
          </>
        )}
      </Stack>
    </Dialog>
  );
}
