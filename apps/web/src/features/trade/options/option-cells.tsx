import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { optionNet } from '@glasshouse/trade/options/result';
import type { OptionsOrder } from '@glasshouse/trade/orders';
import { Countdown, Figure } from '@glasshouse/ui';
import { serverNow } from '../../../live/clock.ts';
import { LivePrice } from '../../../parts/market/live-cells.tsx';
import { Money } from '../../../parts/money/money.tsx';
import { EndedOutcome } from '../../../parts/orders/ended-outcome.tsx';
import { LiveOutcome } from '../../../parts/orders/live-outcome.tsx';
import { DirectionWord } from '../../../parts/orders/order-words.tsx';
import { Remark, Steps } from '../workspace/order-tables/cells.tsx';

interface OptionCellProps {
  readonly order: OptionsOrder;
}

/** Direction and stake. */
export const OptionSideCell = ({ order }: OptionCellProps) => (
  <>
    <DirectionWord direction={order.direction} />
    <Remark>
      <Money value={order.amount} asset={order.asset} />
    </Remark>
  </>
);

/** Its entry, and the price of now or of its end. */
export function OptionPrices({ order }: OptionCellProps) {
  const t = useT();
  if (order.entry === null && order.settledAt === null) return <Remark>{t('trade:state.waiting')}</Remark>;
  return (
    <Steps
      from={<Figure value={order.entry?.price} places={order.precision} />}
      to={
        order.settledAt === null ? (
          <LivePrice code={order.code} />
        ) : (
          <Figure value={order.exit?.price} places={order.precision} />
        )
      }
    />
  );
}

/** How it stands, or how it ended: after its fee. */
export const OptionNet = ({ order }: OptionCellProps) =>
  order.settledAt === null ? <LiveOutcome order={order} /> : <EndedOutcome order={order} />;

/** The result of a past one; how it ended has a column of its own. */
export const OptionPastNet = ({ order }: OptionCellProps) => (
  <Money value={optionNet(order)} asset={order.asset} coloured />
);

export function OptionTimeLeft({ order }: OptionCellProps) {
  const t = useT();
  if (order.settledAt !== null) {
    return <Link href={`/order/options/${order.id}`}>{t('trade:options.viewOrder')}</Link>;
  }
  if (order.entry === null || order.expiresAt === null) return '–';
  return (
    <Countdown
      label={t('trade:orders.timeLeft')}
      startsAt={Date.parse(order.entry.at)}
      endsAt={Date.parse(order.expiresAt)}
      now={serverNow}
    />
  );
}
