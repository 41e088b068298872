import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import type { OptionsOrder } from '@glasshouse/trade/orders';
import type { OpenOrders } from '@glasshouse/trade/portfolio/open-result';
import { Countdown } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { serverNow } from '../../live/clock.ts';
import { ContractSide } from '../contracts/contract-words.tsx';
import { LiveNet } from '../contracts/live-cells.tsx';
import { marketHref } from '../market/market-href.ts';
import { LiveOutcome } from './live-outcome.tsx';
import styles from './open-rows.module.css';
import rowStyles from './order-row.module.css';
import { DirectionWord } from './order-words.tsx';

interface OpenRowsProps extends OpenOrders {
  readonly onOpen?: () => void;
}

/** Items of a list: what is open with its live result, each leading to its market. */
export function OpenRows({ contracts, options, onOpen }: OpenRowsProps) {
  return (
    <>
      {options.map((order) => (
        <li key={`options ${order.id}`}>
          <Link href={marketHref({ code: order.code, product: 'options' })} className={rowStyles.row} onClick={onOpen}>
            <Name name={order.name}>
              <DirectionWord direction={order.direction} />
            </Name>
            <span className={styles.end}>
              <LiveOutcome order={order} />
              <TimeLeft order={order} />
            </span>
          </Link>
        </li>
      ))}
      {contracts.map((order) => (
        <li key={`contracts ${order.id}`}>
          <Link
            href={marketHref({ code: order.code, product: 'contracts' })}
            className={rowStyles.row}
            onClick={onOpen}
          >
            <Name name={order.name}>
              <ContractSide side={order.side} />
            </Name>
            <span className={styles.end}>
              <LiveNet order={order} asset="USDT" />
            </span>
          </Link>
        </li>
      ))}
    </>
  );
}

const Name = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <span className={styles.name}>
    <bdi>{name}</bdi>
    {children}
  </span>
);

function TimeLeft({ order: { entry, expiresAt } }: { readonly order: OptionsOrder }) {
  const t = useT();
  if (entry === null || expiresAt === null) return null;
  return (
    <Countdown
      label={t('trade:orders.timeLeft')}
      startsAt={Date.parse(entry.at)}
      endsAt={Date.parse(expiresAt)}
      now={serverNow}
    />
  );
}
