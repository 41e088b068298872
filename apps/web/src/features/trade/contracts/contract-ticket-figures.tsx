import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useSession } from '@glasshouse/app/session/session';
import { type Derived as Derivation, ofTick } from '@glasshouse/rules/derivations/terms';
import { parsePrice } from '@glasshouse/rules/money';
import { nextFinancing } from '@glasshouse/trade/contracts/next-financing';
import type { WireTerms } from '@glasshouse/trade/contracts/terms';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { Figure, type KeyValueRow, Why } from '@glasshouse/ui';
import { serverNow } from '../../../live/clock.ts';
import { tickOfNow } from '../../../live/tick-of-now.ts';
import { RoundedMoney } from '../../../parts/money/rounded-money.tsx';
import { Derived, reasoned } from '../../../parts/reasons/derived.tsx';
import { useLimitsRow } from '../../../parts/ticket/limits-row.tsx';
import { PutUp } from '../../../parts/ticket/put-up.tsx';
import type { TicketFigures } from '../../../parts/ticket/ticket-figures.tsx';
import styles from './contracts.module.css';
import type { ContractTicketState } from './use-contract-ticket.ts';

interface ContractTicketFiguresProps {
  readonly ticket: ContractTicketState;
  readonly wire: WireTerms;
  readonly info: Pick<MarketInfo, 'code' | 'precision' | 'limits'>;
}

/** Cost, fees, liquidation and the worst case, in money; each with its calculation. */
export function useContractTicketFigures({ ticket, wire, info }: ContractTicketFiguresProps): TicketFigures {
  const t = useT();
  const format = useFormat();
  const session = useSession();
  const limitsRow = useLimitsRow('contracts', info.limits.contracts);
  const { draft, figures } = ticket;
  const why = figures?.why;
  const tick = tickOfNow(info.code);
  /** The price of a market order is the one of now; that of any other was typed. */
  const ofNow = (derivation: Derivation | undefined) =>
    derivation && ofTick(derivation, tick, draft.type === 'market' ? ['price', 'mark'] : ['mark']);
  const cost = (derivation: Derivation | undefined, name: string) => ({
    derivation: ofNow(derivation),
    name,
    isRounded: true,
    show: (value: string) => <RoundedMoney value={value} asset={wire.asset} />,
  });
  const gain = (derivation: Derivation | undefined, name: string) => ({
    derivation: ofNow(derivation),
    name,
    isRounded: true,
    show: (value: string) => <RoundedMoney kind="gain" value={value} asset={wire.asset} />,
  });
  const price = (derivation: Derivation | undefined, value: string | undefined, name: string) => ({
    derivation: ofNow(derivation),
    value,
    name,
    show: (text: string) => <Figure value={text} places={info.precision} />,
  });
  const share = (value: string) => (
    <bdi dir="ltr" translate="no">
      {format.percent(value, { max: 0 })}
    </bdi>
  );
  /** If it closes exactly there. */
  const resultAt = (typed: string) => {
    const at = parsePrice(typed);
    return at === undefined ? undefined : why?.result(at);
  };
  const fee = reasoned({
    ...cost(why?.openFee, t('contracts:openFee')),
    label: t('contracts:whyFee'),
    text: t('contracts:whyFeeText'),
  });
  const liquidation = reasoned({
    ...price(why?.liquidation, figures?.liquidation, t('contracts:liquidation')),
    label: t('contracts:whyLiquidation'),
    text: t('contracts:whyLiquidationText'),
  });
  const closeRow = (required: WireTerms['closeRequirement']): KeyValueRow[] => {
    if (required === undefined) return [];
    const by = { minutes: required.minutes, share: format.percent(required.rate, { max: 2 }) };
    return [
      {
        id: 'closeRequirement',
        name: t('contracts:closeRequirement'),
        value: <bdi dir="ltr">{by.share}</bdi>,
        why: explained(
          t('contracts:whyCloseRequirement'),
          required.basis === undefined
            ? t('contracts:whyCloseRequirementText', by)
            : `${t('contracts:whyCloseRequirementText', by)} ${t('contracts:whyCloseRequirementMark')}`,
        ),
      },
    ];
  };
  const rows: (KeyValueRow | undefined)[] = [
    {
      id: 'notional',
      name: t('contracts:notional'),
      ...reasoned({
        ...cost(why?.notional, t('contracts:notional')),
        label: t('contracts:whyNotional'),
        text: t('contracts:whyNotionalText'),
      }),
    },
    {
      id: 'margin',
      name: t('contracts:margin'),
      ...reasoned({
        ...cost(why?.margin, t('contracts:margin')),
        label: t('contracts:whyMargin'),
        text: t('contracts:whyMarginText'),
      }),
    },
    {
      id: 'total',
      name: t('trade:options.putUp'),
      value: (
        <PutUp
          total={<Derived {...cost(why?.total, t('trade:options.putUp'))} />}
          fees={fee.value}
          why={fee.why}
          closing={
            <bdi dir="ltr">
              ≈&nbsp;
              <Derived {...cost(why?.closeFee, t('contracts:closeFee'))} />
            </bdi>
          }
        />
      ),
      strong: true,
    },
    {
      id: 'liquidation',
      name: t('contracts:liquidation'),
      value: (
        <bdi dir="ltr">
          {figures?.liquidationMove !== undefined && (
            <span className={styles.part}>{format.percent(figures.liquidationMove, { min: 1, max: 1 })}</span>
          )}{' '}
          {liquidation.value}
        </bdi>
      ),
      why: liquidation.why,
    },
    wire.convertsAt === undefined
      ? undefined
      : {
          id: 'converted',
          name: t('contracts:converted'),
          value: t('contracts:convertedAtClose'),
          why: explained(t('contracts:whyConverted'), t('contracts:whyConvertedText')),
        },
    ...closeRow(wire.closeRequirement),
    {
      id: 'breakEven',
      name: t('contracts:breakEven'),
      value: <Derived {...price(why?.breakEven, figures?.breakEven, t('contracts:breakEven'))} />,
    },
    {
      id: 'level',
      name: t('contracts:marginLevel'),
      value: <Derived derivation={why?.marginLevel} name={t('contracts:marginLevel')} show={share} />,
    },
    {
      id: 'financing',
      name: t('contracts:financing'),
      ...reasoned({
        ...cost(why?.financing, t('contracts:financing')),
        label: t('contracts:whyFinancing'),
        text: `${t('contracts:whyFinancingText', { time: wire.financingAt })} ${t('contracts:financingNext')}: ${format.dateTime(nextFinancing(wire.financingAt, serverNow()))}`,
      }),
    },
    figures?.atStop === undefined
      ? undefined
      : {
          id: 'atStop',
          name: t('contracts:atStop'),
          value: <Derived {...gain(resultAt(draft.stopLoss), t('contracts:atStop'))} value={figures.atStop} />,
          tone: toneOf(figures.atStop),
        },
    figures?.atTarget === undefined
      ? undefined
      : {
          id: 'atTarget',
          name: t('contracts:atTarget'),
          value: <Derived {...gain(resultAt(draft.takeProfit), t('contracts:atTarget'))} value={figures.atTarget} />,
          tone: toneOf(figures.atTarget),
        },
    {
      id: 'worst',
      name: t('contracts:worst'),
      ...reasoned({
        ...gain(why?.worst, t('contracts:worst')),
        label: t('contracts:whyWorst'),
        text: t('contracts:whyWorstText'),
      }),
      tone: 'down',
    },
    wire.profitMaxRate === null
      ? undefined
      : {
          id: 'most',
          name: t('contracts:profitMax'),
          ...reasoned({
            ...gain(why?.profitMax, t('contracts:profitMax')),
            label: t('contracts:whyProfitMax'),
            text: t('contracts:whyProfitMaxText', { share: format.percent(wire.profitMaxRate, { max: 4 }) }),
          }),
        },
    ...limitsRow,
    session === undefined
      ? undefined
      : {
          id: 'after',
          name: t('contracts:balanceAfter'),
          value: <Derived {...gain(why?.balanceAfter, t('contracts:balanceAfter'))} />,
        },
  ];
  return {
    headline: ['total', 'liquidation', 'worst'],
    confirm: ['notional', 'total', 'liquidation', 'worst'],
    rows: rows.filter((row) => row !== undefined),
  };
}

/** A term that follows from nothing else. */
const explained = (label: string, text: string) => (
  <Why label={label} title={label}>
    {text}
  </Why>
);

const toneOf = (amount: string): 'up' | 'down' => (amount.startsWith('-') ? 'down' : 'up');
