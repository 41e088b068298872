import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useSession } from '@glasshouse/app/session/session';
import type { SpotFigures, SpotTerms } from '@glasshouse/trade/spot/draft';
import { isTriggerDraft } from '@glasshouse/trade/spot/trigger-figures';
import { type KeyValueRow, Why } from '@glasshouse/ui';
import { Money } from '../../../parts/money/money.tsx';
import { RoundedMoney } from '../../../parts/money/rounded-money.tsx';
import { isInCents } from '../../../parts/money/short-places.ts';
import { Derived, reasoned } from '../../../parts/reasons/derived.tsx';
import { useStockLeftRow } from '../../../parts/ticket/stock-left-row.tsx';
import type { TicketFigures } from '../../../parts/ticket/ticket-figures.tsx';
import type { SpotTicketState } from './use-spot-ticket.ts';

interface SpotTicketFiguresProps {
  readonly ticket: SpotTicketState;
  readonly terms: SpotTerms;
  readonly precision: number;
}

/** Value, fee and total in money, the estimate for a market order, and the balance after. */
export function useSpotTicketFigures({ ticket, terms, precision }: SpotTicketFiguresProps): TicketFigures {
  const t = useT();
  const format = useFormat();
  const session = useSession();
  const { draft, figures } = ticket;
  const buy = draft.side === 'buy';
  const market = draft.type === 'market';
  const why = figures?.why;
  const percent = (rate: string) => format.percent(rate, { min: 2, max: 4 });
  const rates = `${t('workspace:spot.takerRate')}: ${percent(terms.takerRate)}. ${t('workspace:spot.makerRate')}: ${percent(terms.makerRate)}.`;
  const afterAsset = buy ? terms.quote : terms.base;
  const stockLeft = useStockLeftRow(
    buy
      ? { asset: terms.base, wanted: figures?.quantity ?? ticket.most }
      : { asset: terms.quote, wanted: figures?.total },
  );
  const rows: KeyValueRow[] = [
    {
      id: 'total',
      name: totalName(),
      value: (
        <Derived
          derivation={why?.total}
          value={figures?.total}
          name={totalName()}
          {...inCents(terms.quote, buy ? 'cost' : 'gain')}
        />
      ),
      strong: true,
    },
    {
      id: 'fee',
      name: t(buy ? 'trade:options.ofWhichFees' : 'trade:options.fee'),
      ...reasoned({
        derivation: why?.fee,
        name: t('trade:options.fee'),
        label: t('trade:options.whyFee'),
        ...inCents(terms.quote, 'cost'),
        text: `${t('workspace:spot.feeText')} ${rates}`,
      }),
    },
    ...(market ? marketRows() : []),
    {
      id: 'amount',
      name: t('workspace:spot.value'),
      value: isInCents(terms.quote) ? (
        <RoundedMoney value={figures?.amount} asset={terms.quote} />
      ) : (
        <Money value={figures?.amount} asset={terms.quote} />
      ),
    },
    ...(session === undefined
      ? []
      : [
          {
            id: 'after',
            name: t('trade:options.balanceAfter'),
            value: (
              <Derived
                derivation={why?.balanceAfter}
                name={t('trade:options.balanceAfter')}
                {...inCents(afterAsset, 'gain')}
              />
            ),
          },
        ]),
    ...stockLeft,
  ];
  return { rows, headline: ['total', 'fee', market ? 'average' : 'amount'], confirm: ['amount', 'fee', 'total'] };

  /** Nobody knows a later order book: of a purchase the most, of a sale what its price gives. */
  function totalName(): string {
    if (isTriggerDraft(draft)) return t(buy ? 'workspace:spot.atMost' : 'workspace:spot.receiveAtTrigger');
    return t(buy ? 'trade:options.putUp' : 'workspace:spot.receive');
  }
  function marketRows(): KeyValueRow[] {
    return [
      ...(draft.by === 'amount' && buy
        ? [
            {
              id: 'quantity',
              name: t('workspace:spot.quantityEstimated'),
              value: <Money value={figures?.quantity} asset={terms.base} />,
            },
          ]
        : []),
      {
        id: 'average',
        name: t('workspace:spot.priceEstimated'),
        value: (
          <Derived
            derivation={why?.average}
            name={t('workspace:spot.priceEstimated')}
            places={precision}
            asset={terms.quote}
          />
        ),
      },
      {
        id: 'slippage',
        name: t('workspace:spot.slippage'),
        value: <Slippage figures={figures} />,
        why: (
          <Why label={t('workspace:spot.whySlippage')} title={t('workspace:spot.slippage')}>
            {t('workspace:spot.slippageText')}
          </Why>
        ),
      },
    ];
  }
}

/** In cents that never flatter, with the exact amount in the reason. */
const inCents = (asset: string, kind: 'cost' | 'gain') =>
  isInCents(asset)
    ? { isRounded: true, show: (value: string) => <RoundedMoney value={value} kind={kind} asset={asset} /> }
    : { asset };

/** Rounded up: rounding down would flatter. */
function Slippage({ figures }: { figures: SpotFigures | undefined }) {
  const format = useFormat();
  return <>{figures === undefined ? '–' : format.percent(figures.slippage, { min: 2, max: 3, rounding: 'ceil' })}</>;
}
