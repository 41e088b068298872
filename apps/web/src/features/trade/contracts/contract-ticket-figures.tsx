import { Figure, type KeyValueRow, Why, type WhyRow } from '@glasshouse/ui';
import { useT } from '../../../i18n/language.ts';
import { serverNow } from '../../../live/clock.ts';
import { useSession } from '../../../session/session.ts';
import { useFormat } from '../../../shared/format.ts';
import type { MarketInfo } from '../../../shared/market/market-info.ts';
import { Money } from '../../../shared/money.tsx';
import { RoundedMoney } from '../../../shared/rounded-money.tsx';
import { useLimitsRow } from '../../../shared/ticket/limits-row.tsx';
import type { TicketFigures } from '../../../shared/ticket/ticket-figures.tsx';
import { nextFinancing } from './next-financing.ts';
import type { WireTerms } from './terms.ts';
import type { ContractTicketState } from './use-contract-ticket.ts';

interface ContractTicketFiguresProps {
  readonly ticket: ContractTicketState;
  readonly wire: WireTerms;
  readonly info: Pick<MarketInfo, 'precision' | 'limits'>;
}

/** Cost, fees, liquidation and the worst case, in money; each with its calculation. */
export function useContractTicketFigures({ ticket, wire, info }: ContractTicketFiguresProps): TicketFigures {
  const t = useT();
  const format = useFormat();
  const session = useSession();
  const limitsRow = useLimitsRow('contracts', info.limits.contracts);
  const { draft, figures } = ticket;
  const money = (value: string | undefined) => <Money value={value} asset={wire.asset} />;
  const cost = (value: string | undefined) => <RoundedMoney value={value} asset={wire.asset} />;
  const gain = (value: string | undefined) => <RoundedMoney kind="gain" value={value} asset={wire.asset} />;
  const price = (value: string | undefined) => <Figure value={value} places={info.precision} />;
  const percent = (rate: string, max = 4) => format.percent(rate, { max });
  const why = (label: string, title: string, rows: readonly WhyRow[], text: string) => (
    <Why label={label} title={title} rows={rows}>
      {text}
    </Why>
  );
  const notionalRow = { name: t('contracts:notional'), value: money(figures?.notional) };
  const feeRate = { name: t('contracts:feeRate'), value: percent(wire.feeRate) };
  const rows: (KeyValueRow | undefined)[] = [
    {
      id: 'notional',
      name: t('contracts:notional'),
      value: cost(figures?.notional),
      why: why(
        t('contracts:whyNotional'),
        t('contracts:notional'),
        [
          { name: t('contracts:lots'), value: <Figure value={draft.lots === '' ? undefined : draft.lots} /> },
          { name: t('contracts:lotSize'), value: <Figure value={wire.lotSize} /> },
          { name: t('contracts:openPrice'), value: price(figures?.openPrice) },
          ...(wire.quoteRate === null || wire.quoteRate === '1'
            ? []
            : [{ name: t('contracts:quoteRate'), value: <Figure value={wire.quoteRate} /> }]),
          { ...notionalRow, total: true },
        ],
        t('contracts:whyNotionalText'),
      ),
    },
    {
      id: 'margin',
      name: t('contracts:margin'),
      value: cost(figures?.margin),
      why: why(
        t('contracts:whyMargin'),
        t('contracts:margin'),
        [
          notionalRow,
          { name: t('contracts:leverage'), value: <bdi dir="ltr">{draft.leverage}×</bdi> },
          { name: t('contracts:margin'), value: money(figures?.margin), total: true },
        ],
        t('contracts:whyMarginText'),
      ),
    },
    { id: 'total', name: t('trade:options.putUp'), value: cost(figures?.total), strong: true },
    {
      id: 'openFee',
      name: t('trade:options.ofWhichFees'),
      value: cost(figures?.openFee),
      why: why(
        t('contracts:whyFee'),
        t('contracts:openFee'),
        [notionalRow, feeRate, { name: t('contracts:openFee'), value: money(figures?.openFee), total: true }],
        t('contracts:whyFeeText'),
      ),
    },
    { id: 'closeFee', name: t('contracts:closeFee'), value: <bdi dir="ltr">≈&nbsp;{cost(figures?.closeFee)}</bdi> },
    {
      id: 'liquidation',
      name: t('contracts:liquidation'),
      value: price(figures?.liquidation),
      why: why(
        t('contracts:whyLiquidation'),
        t('contracts:liquidation'),
        [
          { name: t('contracts:openPrice'), value: price(figures?.openPrice) },
          { name: t('contracts:margin'), value: money(figures?.margin) },
          {
            name: t('contracts:maintenanceRate'),
            value: figures === undefined ? '–' : percent(figures.maintenanceRate),
          },
          ...(figures === undefined || figures.deduction === '0'
            ? []
            : [{ name: t('contracts:deduction'), value: money(figures.deduction) }]),
          { name: t('contracts:maintenance'), value: money(figures?.maintenance) },
          feeRate,
          { name: t('contracts:liquidation'), value: price(figures?.liquidation), total: true },
        ],
        t('contracts:whyLiquidationText'),
      ),
    },
    { id: 'breakEven', name: t('contracts:breakEven'), value: price(figures?.breakEven) },
    {
      id: 'level',
      name: t('contracts:marginLevel'),
      value: figures?.marginLevel === undefined ? '–' : format.percent(figures.marginLevel, { max: 0 }),
    },
    {
      id: 'financing',
      name: t('contracts:financing'),
      value: cost(figures?.financing),
      why: why(
        t('contracts:whyFinancing'),
        t('contracts:financing'),
        [
          notionalRow,
          { name: t('contracts:financingRate'), value: percent(wire.financingRate) },
          { name: t('contracts:financingNext'), value: format.dateTime(nextFinancing(wire.financingAt, serverNow())) },
          { name: t('contracts:financing'), value: money(figures?.financing), total: true },
        ],
        t('contracts:whyFinancingText', { time: wire.financingAt }),
      ),
    },
    figures?.atStop === undefined
      ? undefined
      : { id: 'atStop', name: t('contracts:atStop'), value: gain(figures.atStop), tone: toneOf(figures.atStop) },
    figures?.atTarget === undefined
      ? undefined
      : {
          id: 'atTarget',
          name: t('contracts:atTarget'),
          value: gain(figures.atTarget),
          tone: toneOf(figures.atTarget),
        },
    {
      id: 'worst',
      name: t('contracts:worst'),
      value: gain(figures === undefined ? undefined : `-${figures.total}`),
      tone: 'down',
      why: why(
        t('contracts:whyWorst'),
        t('contracts:worst'),
        [
          { name: t('contracts:margin'), value: money(figures?.margin) },
          { name: t('contracts:openFee'), value: money(figures?.openFee) },
          { name: t('contracts:worst'), value: money(figures?.total), total: true },
        ],
        t('contracts:whyWorstText'),
      ),
    },
    wire.profitMaxRate === null
      ? undefined
      : {
          id: 'most',
          name: t('contracts:profitMax'),
          value: <RoundedMoney kind="gain" value={figures?.profitMax} asset={wire.asset} />,
          why: why(
            t('contracts:whyProfitMax'),
            t('contracts:profitMax'),
            [
              notionalRow,
              { name: t('order:profitLimit'), value: price(figures?.profitLimit) },
              { name: t('contracts:profitMax'), value: money(figures?.profitMax), total: true },
            ],
            t('contracts:whyProfitMaxText', { share: percent(wire.profitMaxRate) }),
          ),
        },
    ...limitsRow,
    session === undefined
      ? undefined
      : { id: 'after', name: t('contracts:balanceAfter'), value: gain(figures?.balanceAfter) },
  ];
  return {
    headline: ['total', 'liquidation', 'worst'],
    worst: 'worst',
    rows: rows.filter((row) => row !== undefined),
  };
}

const toneOf = (amount: string): 'up' | 'down' => (amount.startsWith('-') ? 'down' : 'up');
