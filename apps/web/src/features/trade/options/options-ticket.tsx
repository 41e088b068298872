import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { OptionsProblem } from '@glasshouse/trade/options/figures';
import { fieldErrors } from '@glasshouse/trade/ticket/field-errors';
import { AmountField, Banner, Segmented } from '@glasshouse/ui';
import { ArrowDownRight, ArrowUpRight } from '@glasshouse/ui/icon/icons';
import { Available } from '../../../parts/money/available.tsx';
import { CENTS } from '../../../parts/money/short-places.ts';
import { TicketForm } from '../../../parts/ticket/ticket-form.tsx';
import { useOrderFlow } from '../../../parts/ticket/use-order-flow.ts';
import { usePercentChips } from '../../../parts/ticket/use-percent-chips.ts';
import type { Workspace } from '../workspace/use-workspace.ts';
import { useOptionsTicketFigures } from './options-ticket-figures.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { type Periods, useOptionsTicket } from './use-options-ticket.ts';
import { useReportOption } from './use-report-option.ts';

interface OptionsTicketProps {
  readonly workspace: Workspace;
  /** Called when an order was placed; a sheet closes then. */
  readonly onDone?: (() => void) | undefined;
}

/** Buys options, where the market offers them. */
export function OptionsTicket({ workspace, onDone }: OptionsTicketProps) {
  const t = useT();
  const { enabled, periods } = workspace.info.options;
  const [first, ...others] = periods;
  if (!enabled || first === undefined) return <Banner kind="info">{t('trade:options.off')}</Banner>;
  return <Ticket workspace={workspace} periods={[first, ...others]} onDone={onDone} />;
}

function Ticket({ workspace, periods, onDone }: OptionsTicketProps & { readonly periods: Periods }) {
  const t = useT();
  const format = useFormat();
  const { info } = workspace;
  const { leadMs } = info.options;
  const ticket = useOptionsTicket(workspace, periods);
  const chips = usePercentChips();
  const report = useReportOption();
  const { draft, figures, available } = ticket;
  const { period } = draft;
  const flow = useOrderFlow({
    call: 'buyOption',
    ticket,
    onPlaced: (order) => {
      report(order);
      onDone?.();
    },
  });
  const usdt = (value: string) => format.money(value, 'USDT');
  const range = { min: usdt(period.minStake), max: usdt(period.maxStake) };
  const textOf = (problem: OptionsProblem): string =>
    problem === 'notEnough'
      ? t('trade:options.notEnough', { available: format.money(available ?? '0', 'USDT', CENTS) })
      : t('trade:options.amountWrong', range);
  const errorAt = fieldErrors({ ticket, refusal: flow.refusal, textOf });
  const isUp = draft.direction === 'up';
  const words = { amount: usdt(figures?.stake ?? '0'), name: info.appName, period: format.duration(period.id) };
  return (
    <TicketForm
      info={info}
      priceSide="price"
      validMs={info.validity.options}
      risk="options"
      ticket={ticket}
      flow={flow}
      confirmation={{
        title: t('trade:options.confirmTitle'),
        sentence: t(isUp ? 'trade:options.confirmUp' : 'trade:options.confirmDown', words),
        action: t(isUp ? 'trade:options.buyUp' : 'trade:options.buyDown', { amount: usdt(figures?.total ?? '0') }),
        tone: draft.direction,
      }}
      figures={useOptionsTicketFigures(ticket, info.limits.options)}
      hints={
        <>
          <p>{t('trade:options.entryHint')}</p>
          {leadMs !== undefined && <p>{t('trade:options.leadHint', { time: format.duration(leadMs / 1_000) })}</p>}
          <p>{t('trade:options.equalHint')}</p>
        </>
      }
    >
      <Segmented
        full
        label={t('trade:options.direction')}
        value={workspace.side}
        onChange={workspace.setSide}
        options={[
          { value: 'buy', label: t('trade:options.up'), icon: ArrowUpRight, tone: 'up' },
          { value: 'sell', label: t('trade:options.down'), icon: ArrowDownRight, tone: 'down' },
        ]}
      />
      <PeriodChoice periods={periods} value={period.id} onChange={ticket.setPeriod} />
      <AmountField
        label={t('trade:options.stake')}
        aside={available === undefined ? undefined : <Available value={available} asset="USDT" />}
        hint={t('trade:options.stakeRange', range)}
        error={errorAt('size')}
        value={draft.stake}
        onChange={ticket.setStake}
        onBlur={() => ticket.leave('size')}
        asset="USDT"
        decimals={2}
        step="10"
        min={period.minStake}
        max={period.maxStake}
        available={available}
        chips={chips}
        stepLabels={{ less: t('common:action.decrease'), more: t('common:action.increase') }}
      />
    </TicketForm>
  );
}
