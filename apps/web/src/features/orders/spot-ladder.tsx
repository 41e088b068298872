import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { fillSpreadDerivations } from '@glasshouse/rules/derivations/orders';
import { amountOf, formatPrice, type Price, priceOf } from '@glasshouse/rules/money';
import { Figure, type SealState } from '@glasshouse/ui';
import { Derived } from '../../parts/reasons/derived.tsx';
import { PriceLadder } from '../../parts/receipts/price-ladder.tsx';
import type { SpotEvidence } from './verify-order.ts';

interface SpotLadderProps {
  readonly order: SpotEvidence['order'];
  readonly seal: SealState;
}

/** From the middle of the market at its fills to the average price, and what lies between. */
export function SpotLadder({ order, seal }: SpotLadderProps) {
  const t = useT();
  const format = useFormat();
  const reference = averageMid(order.fills);
  const price = order.averagePrice;
  if (reference === undefined || price === null) return null;
  const { each, total, share } = fillSpreadDerivations({
    side: order.side,
    price,
    mid: reference,
    quantity: order.filledQuantity,
  });
  return (
    <PriceLadder
      reference={<Figure value={reference} places={order.precision} />}
      seal={seal}
      spread={
        <>
          {t('convert:spread')} {format.percent(share, { min: 2, max: 4, rounding: 'ceil' })} ={' '}
          <Derived derivation={each} name={t('convert:spread')} places={order.precision} /> ·{' '}
          <Derived derivation={total} name={t('convert:spread')} asset={order.quote} places={2} isRounded />
        </>
      }
      price={<Figure value={price} places={order.precision} />}
      isAbove={Number(reference) <= Number(price)}
    />
  );
}

/** The middle of the market over all fills; undefined where one was between two people. */
function averageMid(fills: SpotEvidence['order']['fills']): string | undefined {
  const mids = fills.flatMap(({ tick, quantity }) => (tick === null ? [] : [{ mid: tick.price, quantity }]));
  const [first] = mids;
  if (first === undefined || mids.length < fills.length) return undefined;
  if (mids.every(({ mid }) => mid === first.mid)) return first.mid;
  const amount = mids.reduce((sum, { mid, quantity }) => sum + amountOf(quantity) * priceOf(mid), 0n);
  const quantity = mids.reduce((sum, fill) => sum + amountOf(fill.quantity), 0n);
  return formatPrice((amount / quantity) as Price);
}
