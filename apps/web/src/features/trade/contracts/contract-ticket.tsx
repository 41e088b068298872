import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { type Amount, amountOf, divFloor, formatAmount, parseAmount } from '@glasshouse/rules/money';
import { type ContractProblem, hasLimit, hasStop } from '@glasshouse/trade/contracts/figures';
import type { Terms, WireTerms } from '@glasshouse/trade/contracts/terms';
import { NO_TRAIL } from '@glasshouse/trade/contracts/trail-draft';
import { fieldErrors } from '@glasshouse/trade/ticket/field-errors';
import { AmountField, Banner, Button, Segmented } from '@glasshouse/ui';
import { ArrowDownRight, ArrowUpRight } from '@glasshouse/ui/icon/icons';
import fieldStyles from '../../../parts/contracts/contract-fields.module.css';
import { StopField } from '../../../parts/contracts/stop-field.tsx';
import { TrailField } from '../../../parts/contracts/trail-field.tsx';
import { Available } from '../../../parts/money/available.tsx';
import summaryStyles from '../../../parts/ticket/summary.module.css';
import { TicketForm } from '../../../parts/ticket/ticket-form.tsx';
import { useOrderFlow } from '../../../parts/ticket/use-order-flow.ts';
import { useOwnRates } from '../../../parts/ticket/use-own-rates.ts';
import { usePercentChips } from '../../../parts/ticket/use-percent-chips.ts';
import type { Workspace } from '../workspace/use-workspace.ts';
import { useContractTicketFigures } from './contract-ticket-figures.tsx';
import styles from './contracts.module.css';
import { LeverageButton, LeverageField } from './leverage-field.tsx';
import { OcoField } from './oco-field.tsx';
import { useContractTicket } from './use-contract-ticket.ts';
import { useDraftOnChart } from './use-draft-on-chart.ts';
import { useQuoteRate } from './use-quote-rate.ts';
import { useReportContract } from './use-report-contract.ts';

const RATES = ['feeRate'] as const;
/** Where stop and target start on the chart, in percent of the margin. */
/** The first that both fees leave room for. */
const STOP_PERCENTS = [-5, -25, -50, -75];
const TARGET_PERCENT = 10;

interface ContractTicketProps {
  readonly workspace: Workspace;
  /** Called when an order was placed; a sheet closes then. */
  readonly onDone?: (() => void) | undefined;
}

/** Opens leveraged contracts, where the market offers them. */
export function ContractTicket({ workspace, onDone }: ContractTicketProps) {
  const t = useT();
  const { contracts } = workspace.info;
  if (contracts === null) return <Banner kind="info">{t('contracts:off')}</Banner>;
  return <Ticket workspace={workspace} listed={contracts} onDone={onDone} />;
}

function Ticket({ workspace, listed, onDone }: ContractTicketProps & { readonly listed: WireTerms }) {
  const t = useT();
  const wire = useOwnRates(listed, RATES);
  const format = useFormat();
  const chips = usePercentChips();
  const report = useReportContract();
  const ticket = useContractTicket(workspace, wire);
  useDraftOnChart(workspace, ticket);
  const rate = useQuoteRate(workspace.info.code, wire);
  const { draft, figures, problems, largest, change } = ticket;
  const { info, side } = workspace;
  const leverageCap = figures?.leverageCap ?? wire.maxLeverage;
  const flow = useOrderFlow({
    call: 'openPosition',
    ticket,
    onPress: rate.renew,
    onPlaced: (order) => {
      report(order);
      change({ stopLoss: '', takeProfit: '', ocoWith: '', trail: NO_TRAIL });
      onDone?.();
    },
  });
  const errorAt = fieldErrors({ ticket, refusal: flow.refusal, textOf });
  // The fields depend on each other, so leaving one of them judges all.
  const onBlur = () => ticket.leave();
  function textOf(problem: ContractProblem): string {
    const lots = (value: string) => format.number(value);
    switch (problem) {
      case 'lotsStep':
        return t('contracts:problem.lotsStep', { step: lots(wire.lotStep) });
      case 'notEnough':
        return t('contracts:problem.notEnough', { max: lots(largest ?? '0') });
      case 'leverageTier':
        return t('contracts:problem.leverageTier', { cap: leverageCap });
      case 'leverageSpread':
        return t('contracts:problem.leverageSpread');
      case 'priceEmpty':
        return t('contracts:problem.price');
      case 'stopPrice':
        return t(side === 'buy' ? 'contracts:problem.stopPriceLong' : 'contracts:problem.stopPriceShort');
      case 'stopLoss':
        return t(side === 'buy' ? 'contracts:problem.stopLong' : 'contracts:problem.stopShort');
      case 'trailing':
        return t('contracts:problem.trailing');
      case 'activation':
        return t(side === 'buy' ? 'contracts:problem.activationLong' : 'contracts:problem.activationShort');
      case 'takeProfit':
        return t(side === 'buy' ? 'contracts:problem.targetLong' : 'contracts:problem.targetShort');
      default:
        return t('contracts:problem.lotsRange', { min: lots(wire.minLots), max: lots(wire.maxLots) });
    }
  }

  const isBuy = side === 'buy';
  const quantity = format.money(quantityOf(draft.lots, ticket.terms), info.base, { max: 8 });
  const priceText = (typed: string): string => (typed === '' ? '–' : format.price(typed, info.precision));
  const sentence = t(SENTENCES[side][draft.type], {
    quantity,
    name: info.appName,
    leverage: draft.leverage,
    price: priceText(draft.limitPrice),
    stop: priceText(draft.stopPrice),
  });
  const stop = (kind: 'stopLoss' | 'takeProfit') => (
    <StopField
      kind={kind}
      value={draft[kind]}
      onChange={(value) => change({ [kind]: value })}
      onBlur={onBlur}
      error={errorAt(kind)}
      quote={info.quote}
      precision={info.precision}
      step={ticket.pointText}
      result={kind === 'stopLoss' ? figures?.atStop : figures?.atTarget}
      preset={ticket.preset}
    />
  );
  const stepLabels = { less: t('common:action.decrease'), more: t('common:action.increase') };
  return (
    <TicketForm
      info={info}
      priceSide={isBuy ? 'ask' : 'bid'}
      validMs={info.validity.contracts}
      risk="contracts"
      ticket={ticket}
      flow={flow}
      confirmation={{
        title: t('contracts:confirm.title'),
        sentence,
        action: t(isBuy ? 'contracts:buyLots' : 'contracts:sellLots', { quantity, leverage: draft.leverage }),
        tone: isBuy ? 'up' : 'down',
      }}
      figures={useContractTicketFigures({ ticket, wire, info })}
      hints={
        <>
          <p>{t('contracts:hintLoss')}</p>
          <p>{t(HINTS[draft.type])}</p>
          {wire.leadMs !== undefined && draft.type === 'market' && (
            <p>{t('trade:options.leadHint', { time: format.duration(wire.leadMs / 1_000) })}</p>
          )}
        </>
      }
    >
      <Segmented
        full
        label={t('contracts:side')}
        value={side}
        onChange={workspace.setSide}
        options={[
          { value: 'buy', label: t('order:side.long'), icon: ArrowUpRight, tone: 'up' },
          { value: 'sell', label: t('order:side.short'), icon: ArrowDownRight, tone: 'down' },
        ]}
      />
      <Segmented
        full
        size="s"
        label={t('contracts:type')}
        value={draft.type}
        onChange={(type) => change({ type })}
        options={[
          { value: 'market', label: t('contracts:market') },
          { value: 'limit', label: t('contracts:limit') },
          { value: 'stop', label: t('order:stop') },
          { value: 'stopLimit', label: t('order:stopLimit') },
        ]}
      />
      {hasStop(draft) && (
        <AmountField
          label={t('order:stopPrice')}
          error={errorAt('stopPrice')}
          value={draft.stopPrice}
          onChange={(stopPrice) => change({ stopPrice })}
          onBlur={onBlur}
          asset={info.quote}
          decimals={info.precision}
          step={ticket.pointText}
          stepLabels={stepLabels}
        />
      )}
      {hasLimit(draft) && (
        <AmountField
          label={t('contracts:limitPrice')}
          error={errorAt('price')}
          value={draft.limitPrice}
          onChange={(limitPrice) => change({ limitPrice })}
          onBlur={onBlur}
          asset={info.quote}
          decimals={info.precision}
          step={ticket.pointText}
          stepLabels={stepLabels}
        />
      )}
      <div className={styles.size}>
        <AmountField
          label={t('contracts:lots')}
          aside={ticket.available === undefined ? undefined : <Available value={ticket.available} asset={wire.asset} />}
          hint={
            <span className={styles.lotHint}>
              <span>{t('contracts:lotIs', { size: format.number(wire.lotSize), base: info.base })}</span>
              {largest !== undefined && <span>{t('contracts:most', { lots: format.number(largest) })}</span>}
            </span>
          }
          error={errorAt('size')}
          value={draft.lots}
          onChange={(value) => change({ lots: value })}
          onBlur={onBlur}
          asset={t('contracts:lotsUnit')}
          decimals={decimalsOf(wire.lotStep)}
          step={wire.lotStep}
          min={wire.minLots}
          max={wire.maxLots}
          available={largest}
          chips={chips}
          stepLabels={stepLabels}
        />
        <LeverageButton value={draft.leverage} />
      </div>
      <LeverageField
        value={draft.leverage}
        max={wire.maxLeverage}
        cap={leverageCap}
        beforeClose={wire.beforeClose}
        error={errorAt('leverage')}
        onChange={(leverage) => change({ leverage })}
        onBlur={onBlur}
      />
      <div className={styles.stopsHead}>
        <details open={draft.stopLoss !== '' || draft.takeProfit !== '' || undefined}>
          <summary className={summaryStyles.summary}>{t('contracts:stops')}</summary>
          <div className={fieldStyles.stops}>
            {stop('stopLoss')}
            {stop('takeProfit')}
          </div>
        </details>
        {draft.stopLoss === '' && draft.takeProfit === '' && (
          <Button
            size="s"
            variant="quiet"
            className={styles.inChart}
            disabled={figures === undefined}
            onClick={() =>
              change({
                stopLoss: STOP_PERCENTS.map(ticket.preset).find((price) => price !== undefined) ?? '',
                takeProfit: ticket.preset(TARGET_PERCENT) ?? '',
              })
            }
          >
            {t('contracts:setInChart')}
          </Button>
        )}
      </div>
      <details open={(draft.trail ?? NO_TRAIL).distance !== '' || undefined}>
        <summary className={summaryStyles.summary}>{t('contracts:trailing')}</summary>
        <TrailField
          value={draft.trail ?? NO_TRAIL}
          onChange={(trail) => change({ trail })}
          onBlur={onBlur}
          side={side}
          quote={info.quote}
          precision={info.precision}
          step={ticket.pointText}
          error={trailError(errorAt('distance'), problems.distance)}
        />
      </details>
      {draft.type !== 'market' && (
        <OcoField code={info.code} value={draft.ocoWith} onChange={(ocoWith) => change({ ocoWith })} />
      )}
      {rate.open && problems.market === 'noRate' && (
        <Banner kind="warning">{t('contracts:problem.noRate', { quote: info.quote })}</Banner>
      )}
    </TicketForm>
  );
}

function trailError(text: string | undefined, problem: string | undefined) {
  if (text === undefined) return undefined;
  return { at: problem === 'activation' ? ('activation' as const) : ('distance' as const), text };
}

const SENTENCES = {
  buy: {
    market: 'contracts:confirm.buyMarket',
    limit: 'contracts:confirm.buyLimit',
    stop: 'contracts:confirm.buyStop',
    stopLimit: 'contracts:confirm.buyStopLimit',
  },
  sell: {
    market: 'contracts:confirm.sellMarket',
    limit: 'contracts:confirm.sellLimit',
    stop: 'contracts:confirm.sellStop',
    stopLimit: 'contracts:confirm.sellStopLimit',
  },
} as const;

const HINTS = {
  market: 'contracts:hintMarket',
  limit: 'contracts:hintLimit',
  stop: 'contracts:hintStop',
  stopLimit: 'contracts:hintStopLimit',
} as const;

const decimalsOf = (step: string): number => step.split('.')[1]?.length ?? 0;

/** Lots in units of the base asset, which the button and the confirmation name. */
function quantityOf(lots: string, { lotSize }: Terms): string {
  const parsed = parseAmount(lots);
  return parsed === undefined ? '0' : formatAmount(divFloor(parsed * lotSize, amountOf('1')) as Amount);
}
