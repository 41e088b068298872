import { Figure, type KeyValueRow, Why } from '@glasshouse/ui';
import { useT } from '../../../i18n/language.ts';
import { useSession } from '../../../session/session.ts';
import { useFormat } from '../../../shared/format.ts';
import { Money } from '../../../shared/money.tsx';
import type { TicketFigures } from '../../../shared/ticket/ticket-figures.tsx';
import type { SpotFigures, SpotTerms } from './draft.ts';
import { isTriggerDraft } from './trigger-figures.ts';
import type { SpotTicketState } from './use-spot-ticket.ts';

interface SpotTicketFiguresProps {
  readonly ticket: SpotTicketState;
  readonly terms: SpotTerms;
  readonly precision: number;
}

/** Value, fee and total in money, the estimate for a market order, and the balance after. */
export function useSpotTicketFigures({ ticket, terms, precision }: SpotTicketFiguresProps): TicketFigures {
  const t = useT();
  const session = useSession();
  const { draft, figures } = ticket;
  const buy = draft.side === 'buy';
  const market = draft.type === 'market';
  const rows: KeyValueRow[] = [
    ...(market ? marketRows() : []),
    { id: 'amount', name: t('workspace:spot.value'), value: quote(figures?.amount) },
    { id: 'fee', name: t('trade:options.fee'), value: quote(figures?.fee), why: <FeeWhy {...{ figures, terms }} /> },
    {
      id: 'total',
      name: totalName(),
      value: quote(figures?.total),
      strong: true,
    },
    ...(session === undefined
      ? []
      : [
          {
            id: 'after',
            name: t('trade:options.balanceAfter'),
            value: <Money value={figures?.balanceAfter} asset={buy ? terms.quote : terms.base} />,
          },
        ]),
  ];
  return { rows, headline: [market ? 'average' : 'amount', 'fee', 'total'], worst: 'total' };

  /** Nobody knows a later order book: of a purchase the most, of a sale what its price gives. */
  function totalName(): string {
    if (isTriggerDraft(draft)) return t(buy ? 'workspace:spot.atMost' : 'workspace:spot.receiveAtTrigger');
    return t(buy ? 'trade:options.totalCost' : 'workspace:spot.receive');
  }
  function quote(value: string | undefined) {
    return <Money value={value} asset={terms.quote} />;
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
        value: <Figure value={figures?.average} places={precision} asset={terms.quote} />,
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

/** Rounded up: rounding down would flatter. */
function Slippage({ figures }: { figures: SpotFigures | undefined }) {
  const format = useFormat();
  return <>{figures === undefined ? '–' : format.percent(figures.slippage, { min: 2, max: 3, rounding: 'ceil' })}</>;
}

function FeeWhy({ figures, terms }: { figures: SpotFigures | undefined; terms: SpotTerms }) {
  const t = useT();
  const format = useFormat();
  const percent = (rate: string) => format.percent(rate, { min: 2, max: 4 });
  return (
    <Why
      label={t('trade:options.whyFee')}
      title={t('trade:options.fee')}
      rows={[
        { name: t('workspace:spot.atOnce'), value: <Money value={figures?.atOnce} asset={terms.base} /> },
        { name: t('workspace:spot.takerRate'), value: percent(terms.takerRate) },
        { name: t('workspace:spot.makerRate'), value: percent(terms.makerRate) },
        { name: t('trade:options.fee'), value: <Money value={figures?.fee} asset={terms.quote} />, total: true },
      ]}
    >
      {t('workspace:spot.feeText')}
    </Why>
  );
}
