import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { closingPrice, contractFeeOf, openingPrice } from '@glasshouse/rules/contracts';
import {
  type Amount,
  amountOf,
  divFloor,
  formatAmount,
  formatPrice,
  parseAmount,
  parsePrice,
} from '@glasshouse/rules/money';
import { closeName, expectedClose } from '@glasshouse/trade/contracts/live-figures';
import { openingAt } from '@glasshouse/trade/contracts/opening';
import { readPosition } from '@glasshouse/trade/contracts/position';
import { readTerms } from '@glasshouse/trade/contracts/terms';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { Banner, Button, Figure, KeyValue, toasts } from '@glasshouse/ui';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react';
import { useQuote } from '../../live/market.ts';
import { useMoneyCall } from '../calls/use-money-call.ts';
import { useMarketInfo } from '../chart/use-market-info.ts';
import { RoundedMoney } from '../money/rounded-money.tsx';
import { PutUp } from '../ticket/put-up.tsx';
import summaryStyles from '../ticket/summary.module.css';
import styles from './reverse.module.css';
import { useRatedOrder } from './use-rated-order.ts';
import { useRefreshContracts } from './use-refresh-contracts.ts';

const ASSET = 'USDT';

/** What reversing a position does, and what it costs, right below the list that asked for it. */
export function ReverseInPlace({ order: placed, onClose }: { order: ContractOrder; onClose: () => void }) {
  const order = useRatedOrder(placed);
  const t = useT();
  const format = useFormat();
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const refresh = useRefreshContracts();
  const reversing = useMoneyCall('reversePosition');
  const info = useMarketInfo(order.code).data;
  const bid = useQuote(order.code, (quote) => quote.bid);
  const ask = useQuote(order.code, (quote) => quote.ask);
  const open = useQuote(order.code, (quote) => quote.open);
  const stale = useQuote(order.code, (quote) => quote.stale);
  const position = useMemo(() => readPosition(order), [order]);
  const wire = info?.contracts ?? undefined;
  const terms = useMemo(() => wire && readTerms(wire, order.precision), [wire, order.precision]);
  const side = order.side === 'buy' ? 'sell' : 'buy';
  useEffect(() => {
    group.current?.focus({ preventScroll: true });
    // Bars at the bottom of a phone would cover it at the edge.
    group.current?.scrollIntoView({ block: 'center' });
  }, []);

  const exit = closingPrice(order.side, { bid, ask });
  const closing = position && expectedClose(position, { lots: order.openLots, price: exit });
  const exitPrice = exit === undefined ? undefined : parsePrice(exit);
  const closeFee =
    position && exitPrice !== undefined
      ? formatAmount(contractFeeOf(position.size, exitPrice, position.feeRate))
      : undefined;
  const entry = openingPrice(side, { bid, ask });
  const entryPrice = entry === undefined ? undefined : parsePrice(entry);
  const opening =
    terms?.quoteRate !== undefined && position !== undefined && entryPrice !== undefined
      ? openingAt(
          {
            side,
            leverage: order.leverage,
            open: entryPrice,
            size: { lots: position.size.lots, lotSize: terms.lotSize, quoteRate: terms.quoteRate },
          },
          terms,
        )
      : undefined;
  const canReverse = open && !stale && opening !== undefined;
  // A button that is still disabled takes no focus.
  useEffect(() => {
    if (canReverse && document.activeElement === group.current) button.current?.focus({ preventScroll: true });
  }, [canReverse]);
  const quantity = quantityOf(order);
  const press = async () => {
    const answer = await reversing.submit({ id: order.id });
    if (!answer.ok) return;
    refresh(answer.result);
    toasts.show({ title: t('contracts:reversing', { name: order.name }) });
    onClose();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as another form field.
    <div
      ref={group}
      role="group"
      tabIndex={-1}
      aria-label={t('contracts:reverse')}
      className={styles.reverse}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape' && !reversing.busy) onClose();
      }}
    >
      <p id={id}>
        {t(order.side === 'buy' ? 'contracts:reverseToShort' : 'contracts:reverseToLong', {
          quantity: info === undefined ? quantity : format.money(quantity, info.base, { max: 8 }),
          name: order.name,
          leverage: order.leverage,
        })}
      </p>
      <KeyValue
        dense
        rows={[
          { id: 'exit', name: t('contracts:exit'), value: <Figure value={exit} places={order.precision} /> },
          {
            id: 'net',
            name: t(closeName(order, order.openLots)),
            value: <RoundedMoney kind="gain" value={closing?.net} asset={ASSET} coloured />,
          },
          {
            id: 'putUp',
            name: t('contracts:putUp'),
            value: (
              <PutUp
                total={<RoundedMoney value={opening && formatAmount(opening.total)} asset={ASSET} />}
                fees={<RoundedMoney value={opening && formatAmount(opening.openFee)} asset={ASSET} />}
              />
            ),
            strong: true,
          },
        ]}
      />
      {!open && <Banner kind="info">{t('trade:options.closedNow')}</Banner>}
      {open && stale && <Banner kind="stale">{t('trade:options.stale')}</Banner>}
      {reversing.failure !== undefined && <FailureNote failure={reversing.failure} />}
      <div className={styles.foot}>
        <details>
          <summary className={summaryStyles.summary}>{t('trade:ticket.details')}</summary>
          <KeyValue
            dense
            rows={[
              {
                id: 'old',
                name: t('contracts:oldCloseFee'),
                value: <RoundedMoney value={closeFee} asset={ASSET} />,
              },
              {
                id: 'entry',
                name: t('order:entry'),
                value: <Figure value={opening && entry} places={order.precision} />,
              },
              {
                id: 'liquidation',
                name: t('contracts:liquidation'),
                value: (
                  <Figure
                    value={
                      opening?.liquidation === undefined ? undefined : formatPrice(opening.liquidation, order.precision)
                    }
                    places={order.precision}
                  />
                ),
              },
            ]}
          />
          <p className={styles.muted}>{t('contracts:reverseHint')}</p>
        </details>
        <div className={styles.choice}>
          <Button onClick={onClose} disabled={reversing.busy}>
            {t('common:action.cancel')}
          </Button>
          <Button
            ref={button}
            variant={side === 'buy' ? 'up' : 'down'}
            disabled={!canReverse}
            loading={reversing.busy}
            aria-describedby={id}
            onClick={(event) => {
              // It may stand where the one that asked for it stood.
              if (event.detail <= 1) void press();
            }}
          >
            {t('contracts:reverse')}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Open lots in units of the base asset. */
function quantityOf({ openLots, lotSize }: ContractOrder): string {
  const lots = parseAmount(openLots);
  return lots === undefined ? '0' : formatAmount(divFloor(lots * amountOf(lotSize), amountOf('1')) as Amount);
}
