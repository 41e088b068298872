import { useT } from '@glasshouse/app/language/language';
import { verifyShared } from '@glasshouse/rules/proofs/shared/verify';
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { Banner, Button, Seal, type SealState, TextField } from '@glasshouse/ui';
import { type DragEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { pinKeys } from '../../parts/proofs/pinned-keys.ts';
import { usePublishedKeys } from '../../parts/proofs/published-keys.ts';
import styles from './house.module.css';

type Outcome = 'holds' | 'unknownSigner' | 'partly' | 'broken' | 'notReadable';

/** Larger than any receipt: a file beyond it is something else. */
const LARGEST_BYTES = 20_000_000;
const SHARED_LINK = /\/receipt\/([\w-]+)\/?$/;
const OFFLINE_COMMAND = 'npm run glasshouse -- verify-receipt receipt.json';
const NO_SIGNERS: readonly string[] = [];

/** A receipt from a file is verified here; one behind a link opens on its own page. */
export function CheckReceipt() {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  const keys = usePublishedKeys(NO_SIGNERS).data?.keys;
  const [file, setFile] = useState<{ readonly name: string; readonly outcome: Outcome }>();
  const check = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    const trusted = keys && pinKeys(keys).trusted;
    setFile({ name: chosen.name, outcome: await outcomeOf(chosen, trusted) });
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    void check(event.dataTransfer.files[0]);
  };
  return (
    <section className={styles.check} aria-labelledby="check-receipt">
      <h2 id="check-receipt" className={styles.sectionTitle}>
        {t('site:check.title')}
      </h2>
      <p className={styles.note}>{t('site:check.text')}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button below does the same. */}
      <div className={styles.drop} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        <Seal state={file === undefined ? 'open' : SEALS[file.outcome]} size="l" />
        <p>{file?.name ?? t('site:check.drop')}</p>
      </div>
      <div role="status">{file && <Banner kind={KINDS[file.outcome]}>{t(WORDS[file.outcome])}</Banner>}</div>
      <div>
        <Button variant="primary" onClick={() => picker.current?.click()}>
          {t('site:check.choose')}
        </Button>
        <input
          ref={picker}
          type="file"
          accept="application/json,.json"
          className={styles.picker}
          aria-label={t('site:check.choose')}
          tabIndex={-1}
          onChange={(event) => {
            void check(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <ReceiptLink />
      <p className={styles.note}>
        {t('site:check.how')} <code dir="ltr">{OFFLINE_COMMAND}</code>
      </p>
    </section>
  );
}

function ReceiptLink() {
  const t = useT();
  const [, navigate] = useLocation();
  const [link, setLink] = useState('');
  const [error, setError] = useState<string>();
  return (
    <form
      noValidate
      className={styles.link}
      onSubmit={(event) => {
        event.preventDefault();
        const token = SHARED_LINK.exec(link.trim())?.[1];
        if (token === undefined) setError(t('site:check.notOurs'));
        else navigate(`/receipt/${token}`);
      }}
    >
      <TextField
        label={t('site:check.link')}
        value={link}
        error={error}
        dir="ltr"
        inputMode="url"
        onChange={({ target }) => {
          setLink(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" disabled={link.trim() === ''}>
        {t('site:check.open')}
      </Button>
    </form>
  );
}

async function outcomeOf(file: File, trusted: readonly string[] | undefined): Promise<Outcome> {
  if (LARGEST_BYTES < file.size) return 'notReadable';
  let document: unknown;
  try {
    document = JSON.parse(await file.text());
  } catch {
    return 'notReadable';
  }
  if (typeof document !== 'object' || document === null) return 'notReadable';
  if ('sharedAt' in document) return verifyShared(document, trusted).answer;
  return verifyEvidence(document, trusted).answer;
}

const SEALS: Readonly<Record<Outcome, SealState>> = {
  holds: 'sealed',
  unknownSigner: 'root',
  partly: 'price',
  broken: 'broken',
  notReadable: 'open',
};
const KINDS = {
  holds: 'success',
  unknownSigner: 'info',
  partly: 'info',
  broken: 'danger',
  notReadable: 'danger',
} as const;
const WORDS = {
  holds: 'trade:receipt.verified',
  unknownSigner: 'trade:receipt.unknownSigner',
  partly: 'trade:receipt.partly',
  broken: 'trade:receipt.notFit',
  notReadable: 'site:check.notReadable',
} as const;
