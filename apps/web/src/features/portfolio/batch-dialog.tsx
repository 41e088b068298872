import { failureText } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { type BatchOrder, heldFor, heldTogether, type Outcome, tallyOf } from '@glasshouse/trade/portfolio/batch';
import { BottomSheet, Button, cx, Figure } from '@glasshouse/ui';
import { useState } from 'react';
import { ContractSide, Lots } from '../../parts/contracts/contract-words.tsx';
import { LiveNet } from '../../parts/contracts/live-cells.tsx';
import { Money } from '../../parts/money/money.tsx';
import { SideWord } from '../../parts/orders/side-word.tsx';
import { OpenResult } from '../../parts/portfolio/result.tsx';
import styles from './portfolio.module.css';
import { type BatchKind, useBatch } from './use-batch.ts';

interface BatchDialogProps {
  readonly kind: BatchKind;
  /** As they were when the dialog was asked for. */
  readonly orders: readonly BatchOrder[];
  readonly onClose: () => void;
}

/** Asks once, with one sentence, and then becomes the receipt: an outcome for every order. */
export function BatchDialog({ kind, orders, onClose }: BatchDialogProps) {
  const t = useT();
  const { outcomes, run } = useBatch(kind);
  const [batch, setAsked] = useState(orders);
  const tally = tallyOf(outcomes);
  const started = 0 < outcomes.size;
  const busy = [...outcomes.values()].some(({ state }) => state === 'sending');
  const refused = orders.filter(({ order }) => outcomes.get(order.id)?.state === 'refused');
  const start = (some: readonly BatchOrder[]) => {
    setAsked(orders);
    void run(some);
  };
  const count = batch.length;
  const title = started ? t(`portfolio:${kind}.doneTitle`, { done: tally.done, count }) : t(`portfolio:${kind}.title`);
  return (
    <BottomSheet
      open
      onClose={onClose}
      dismissable={!busy}
      title={title}
      description={started ? t('portfolio:batch.receiptText') : <Sentence kind={kind} orders={batch} />}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t(started ? 'common:action.close' : 'portfolio:batch.keep')}
          </Button>
          {!started && (
            <Button variant="danger" onClick={() => start(batch)}>
              {t(`portfolio:${kind}.button`, { count })}
            </Button>
          )}
          {started && 0 < refused.length && (
            <Button loading={busy} onClick={() => start(refused)}>
              {t('common:action.retry')}
            </Button>
          )}
        </>
      }
    >
      <ul className={styles.batch} aria-busy={busy || undefined}>
        {batch.map((entry) => (
          <Row key={entry.order.id} entry={entry} outcome={outcomes.get(entry.order.id)} />
        ))}
      </ul>
      {started && kind === 'close' && (
        <p className={styles.batchTotal} role="status">
          <span>{t('order:net')}</span>
          <Figure value={tally.net} places={2} asset="USDT" coloured />
        </p>
      )}
    </BottomSheet>
  );
}

/** What will happen, in one sentence with the money in it. */
function Sentence({ kind, orders }: { kind: BatchKind; orders: readonly BatchOrder[] }) {
  const t = useT();
  const format = useFormat();
  if (kind === 'cancel') {
    const held = heldTogether(orders).map(({ asset, amount }) => format.money(amount, asset, { min: 0, max: 8 }));
    return <>{t('portfolio:cancel.text', { held: format.list(held) })}</>;
  }
  const contracts = orders.flatMap((entry) => (entry.product === 'contracts' ? [entry.order] : []));
  return (
    <>
      {t('portfolio:close.text')} <OpenResult contracts={contracts} options={NONE} />
    </>
  );
}

const NONE = [] as const;

function Row({ entry, outcome }: { entry: BatchOrder; outcome: Outcome | undefined }) {
  const { product, order } = entry;
  return (
    <li className={styles.batchRow}>
      <span className={styles.batchName}>
        <Link href={`/order/${product}/${order.id}`} className={styles.link}>
          <bdi>{order.name}</bdi>
        </Link>
        <span className={styles.what}>
          {product === 'contracts' ? (
            <>
              <ContractSide side={order.side} />
              <span className={styles.muted}>
                <Lots value={order.state === 'open' ? order.openLots : order.lots} /> ·{' '}
                <bdi dir="ltr">{order.leverage}×</bdi>
              </span>
            </>
          ) : (
            <SideWord side={order.side} />
          )}
        </span>
      </span>
      <span className={styles.batchOutcome}>
        {outcome === undefined ? <Before entry={entry} /> : <After entry={entry} outcome={outcome} />}
      </span>
    </li>
  );
}

/** What it would come to now, or what it holds. */
function Before({ entry }: { entry: BatchOrder }) {
  if (entry.product === 'contracts' && entry.order.state === 'open')
    return <LiveNet order={entry.order} asset="USDT" />;
  const { asset, amount } = heldFor(entry);
  return <Money value={amount} asset={asset} />;
}

function After({ entry, outcome }: { entry: BatchOrder; outcome: Outcome }) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  switch (outcome.state) {
    case 'sending':
      return <span className={styles.muted}>{t('portfolio:batch.sending')}</span>;
    case 'closing':
      return <span className={styles.muted}>{t('order:state.closing')}</span>;
    case 'cancelled': {
      const { asset, amount } = heldFor(entry);
      return (
        <>
          <span>{t('order:state.cancelled')}</span>
          <span className={styles.muted}>
            {t('portfolio:batch.released', { amount: format.money(amount, asset, { min: 0, max: 8 }) })}
          </span>
        </>
      );
    }
    case 'closed':
      return (
        <>
          <Figure value={outcome.net} places={2} asset="USDT" coloured />
          {outcome.price !== null && (
            <span className={styles.muted}>
              {t('portfolio:batch.closedAt', { price: format.price(outcome.price, entry.order.precision) })}
            </span>
          )}
        </>
      );
    case 'refused':
      return (
        <span className={cx(styles.refused)} role="alert">
          {failureText(translator, outcome.failure)}
        </span>
      );
  }
}
