import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { closingPrice } from '@glasshouse/rules/contracts';
import { lotsOfShare } from '@glasshouse/rules/contracts-entries';
import { amountOf, formatAmount, rateOf } from '@glasshouse/rules/money';
import { closeName, expectedClose } from '@glasshouse/trade/contracts/live-figures';
import { readPosition } from '@glasshouse/trade/contracts/position';
import type { ContractAnswer, ContractOrder } from '@glasshouse/trade/orders';
import { AmountField, Banner, Figure, KeyValue } from '@glasshouse/ui';
import { useMemo, useState } from 'react';
import { useQuote } from '../../live/market.ts';
import { useMoneyCall } from '../calls/use-money-call.ts';
import { useMarketInfo } from '../chart/use-market-info.ts';
import { RoundedMoney } from '../money/rounded-money.tsx';
import { ContractDialog } from './contract-dialog.tsx';
import styles from './contract-fields.module.css';
import { useRatedOrder } from './use-rated-order.ts';

const LOT_DECIMALS = 8;
const SMALLEST = '0.00000001';
const SHARES = ['0.25', '0.5', '0.75', '1'] as const;

/** A share of the lots, in whole steps. */
const lotsOf = (open: string, { share, step }: { share: string; step: string }): string =>
  formatAmount(lotsOfShare(amountOf(open), { share: rateOf(share), step: amountOf(step) }));

function closedText({ state, closingLots }: ContractAnswer) {
  if (closingLots !== null) return 'contracts:closing';
  return state === 'open' ? 'contracts:partClosed' : 'contracts:closed';
}

/** Closes all or part at market, with the expected result at the current price. */
export function CloseDialog({ order: placed, onClose }: { order: ContractOrder; onClose: () => void }) {
  const order = useRatedOrder(placed);
  const t = useT();
  const format = useFormat();
  const closing = useMoneyCall('closePosition');
  const [lots, setLots] = useState(order.openLots);
  const lotStep = useMarketInfo(order.code).data?.contracts?.lotStep ?? SMALLEST;
  const position = useMemo(() => readPosition(order), [order]);
  const bid = useQuote(order.code, (quote) => quote.bid);
  const ask = useQuote(order.code, (quote) => quote.ask);
  const open = useQuote(order.code, (quote) => quote.open);
  const stale = useQuote(order.code, (quote) => quote.stale);
  const price = closingPrice(order.side, { bid, ask });
  const expected = position && expectedClose(position, { lots, price });
  const all = lots === order.openLots;

  return (
    <ContractDialog
      order={order}
      title={t('contracts:closeTitle')}
      action={{
        label: t('contracts:closeLots', { count: Number(lots), lots: format.number(lots === '' ? '0' : lots) }),
        variant: order.side === 'buy' ? 'down' : 'up',
        disabled: !open || stale || expected === undefined,
      }}
      busy={closing.busy}
      failure={closing.failure}
      // Without lots everything is closed, whatever was closed elsewhere in the meantime.
      submit={() => closing.submit(all ? { id: order.id } : { id: order.id, lots })}
      done={(closed) => t(closedText(closed), { name: closed.name })}
      onClose={onClose}
    >
      <AmountField
        label={t('contracts:lots')}
        aside={t('contracts:openLots', { lots: format.number(order.openLots) })}
        error={
          lots !== '' && expected === undefined && price !== undefined ? t('contracts:problem.closeLots') : undefined
        }
        value={lots}
        onChange={setLots}
        asset={t('contracts:lotsUnit')}
        decimals={LOT_DECIMALS}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as another form field. */}
      <div role="group" aria-label={t('contracts:closeShare')} className={styles.presets}>
        {SHARES.map((share) => {
          const part = lotsOf(order.openLots, { share, step: lotStep });
          return (
            <button
              key={share}
              type="button"
              className={styles.preset}
              disabled={part === '0'}
              aria-pressed={lots === part}
              onClick={() => setLots(part)}
            >
              {format.percent(share, { max: 0 })}
            </button>
          );
        })}
      </div>
      <KeyValue
        dense
        rows={[
          { id: 'price', name: t('contracts:exit'), value: <Figure value={price} places={order.precision} /> },
          {
            id: 'gross',
            name: t('order:pnl'),
            value: <RoundedMoney kind="gain" value={expected?.gross} asset="USDT" coloured />,
          },
          { id: 'costs', name: t('contracts:allCosts'), value: <RoundedMoney value={expected?.costs} asset="USDT" /> },
          {
            id: 'net',
            name: t(closeName(order, lots)),
            value: <RoundedMoney kind="gain" value={expected?.net} asset="USDT" coloured />,
            strong: true,
          },
          {
            id: 'released',
            name: t('contracts:released'),
            value: <RoundedMoney kind="gain" value={expected?.released} asset="USDT" />,
          },
        ]}
      />
      <p>{t('contracts:closeHint')}</p>
      {!open && <Banner kind="info">{t('trade:options.closedNow')}</Banner>}
      {open && stale && <Banner kind="stale">{t('trade:options.stale')}</Banner>}
    </ContractDialog>
  );
}
