import { CopyButton } from '@glasshouse/app/copy-button.tsx';
import { useT } from '@glasshouse/app/language/language';
import { KeyValue, type KeyValueRow, Timeline, type TimelineEntry } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useStateWords } from '../../parts/account/state-words.ts';
import { FoldList } from '../../parts/receipts/fold-list.tsx';
import { ReceiptBeside, type ReceiptHead, ReceiptPane, ReceiptSides } from '../../parts/receipts/receipt-pane.tsx';
import { type TransferLine, TransferLines } from './transfer-lines.tsx';
import styles from './wallet.module.css';

interface TransferReceiptProps extends ReceiptHead {
  /** Names the timeline. */
  readonly about: string;
  readonly steps: readonly TimelineEntry[];
  readonly facts: readonly KeyValueRow[];
  readonly actions: ReactNode;
  readonly lines: readonly TransferLine[];
  readonly terms: readonly KeyValueRow[];
  readonly isBank: boolean;
  /** Transaction of the network, or reference of the bank; null before there is one. */
  readonly txHash: string | null;
}

/**
 * A deposit or a withdrawal: what it came to, the steps that it took, and beside it what proves it.
 * It has no seal, since no price and no signature of ours decided it.
 */
export function TransferReceipt(props: TransferReceiptProps) {
  const { about, steps, lines, terms, isBank, txHash, ...shown } = props;
  const t = useT();
  const stateWords = useStateWords();
  const hashName = t(isBank ? 'wallet:bank.entry' : 'wallet:hash');
  return (
    <ReceiptSides>
      <ReceiptPane
        {...shown}
        chart={<Timeline label={t('wallet:timeline.label', { what: about })} steps={steps} stateWords={stateWords} />}
      />
      <ReceiptBeside title={txHash === null ? undefined : t('guide:pane.proof')}>
        {txHash !== null && (
          <section className={styles.proved}>
            <p className={styles.small}>{t(isBank ? 'wallet:proof.bank' : 'wallet:proof.chain')}</p>
            <p className={styles.small}>{hashName}</p>
            <bdi dir="ltr" className={styles.contract} title={txHash}>
              {txHash}
            </bdi>
            <CopyButton text={txHash} what={hashName} size="s">
              {t('wallet:copy')}
            </CopyButton>
          </section>
        )}
        <FoldList
          folds={[
            {
              id: 'lines',
              title: t('trade:receipt.ledger'),
              count: lines.length,
              content: <TransferLines lines={lines} />,
            },
            { title: t('common:word.allTerms'), count: terms.length, content: <KeyValue rows={terms} /> },
          ]}
        />
      </ReceiptBeside>
    </ReceiptSides>
  );
}
