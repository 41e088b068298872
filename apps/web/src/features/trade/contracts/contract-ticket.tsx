import { type Amount, amountOf, divFloor, formatAmount, parseAmount } from '@glasshouse/rules/money';
import { AmountField, Banner, Segmented } from '@glasshouse/ui';
import { ArrowDownRight, ArrowUpRight } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useT } from '../../../i18n/language.ts';
import { useFormat } from '../../../shared/format.ts';
import { TicketForm } from '../../../shared/ticket/ticket-form.tsx';
import { useOrderFlow } from '../../../shared/ticket/use-order-flow.ts';
import { usePercentChips } from '../../../shared/ticket/use-percent-chips.ts';
import type { Workspace } from '../workspace/use-workspace.ts';
import { ContractFigures } from './contract-ticket-figures.tsx';
import styles from './contracts.module.css';
import type { Problem } from './figures.ts';
import { LeverageField } from './leverage-field.tsx';
import { refusalPlace } from './refusal-place.ts';
import { StopField } from './stop-field.tsx';
import type { Terms, WireTerms } from './terms.ts';
import { type Place, placeOf, useContractTicket } from './use-contract-ticket.ts';
import { useOwnTerms } from './use-own-terms.ts';
import { useQuoteRate } from './use-quote-rate.ts';
import { useReportContract } from './use-report-contract.ts';

export interface ContractTicketProps {
  readonly workspace: Workspace;
  /** Called when an order was placed; a sheet closes then. */
  readonly onDone?: (() => void) | undefined;
}

export function ContractTicket({ workspace, onDone }: ContractTicketProps) {
  const t = useT();
  const { contracts } = workspace.info;
  if (contracts === null) return <Banner kind="info">{t('contracts:off')}</Banner>;
  return <OpenTicket workspace={workspace} wire={contracts} onDone={onDone} />;
}

function OpenTicket({ workspace, wire: listed, onDone }: ContractTicketProps & { readonly wire: WireTerms }) {
  const t = useT();
  const wire = useOwnTerms(listed);
  const format = useFormat();
  const chips = usePercentChips();
  const placed = useReportContract();
  const ticket = useContractTicket(workspace, wire);
  const rate = useQuoteRate(workspace.info.code, wire);
  const { draft, priced, largest, change } = ticket;
  const { info, side } = workspace;
  const [refusedDraft, setRefusedDraft] = useState<string>();
  const flow = useOrderFlow({
    call: 'openPosition',
    body: ticket.body,
    onPress: () => {
      ticket.leave();
      rate.renew();
      setRefusedDraft(JSON.stringify(draft));
    },
    onPlaced: (order) => {
      placed(order);
      change({ stopLoss: '', takeProfit: '' });
      onDone?.();
    },
  });
  // What the server refused is said at its field until something on the ticket is changed.
  const refusal = refusedDraft === JSON.stringify(draft) ? refusalPlace(flow.failure) : undefined;
  const errorAt = (place: Place): string | undefined => {
    if (refusal?.place === place) return refusal.message;
    if (!ticket.left || priced.problem === undefined || placeOf[priced.problem] !== place) return undefined;
    return problemText(priced.problem);
  };
  function problemText(problem: Problem): string {
    const lots = (value: string) => format.number(value);
    switch (problem) {
      case 'lotsStep':
        return t('contracts:problem.lotsStep', { step: lots(wire.lotStep) });
      case 'notEnough':
        return t('contracts:problem.notEnough', { max: lots(largest ?? '0') });
      case 'leverageTier':
        return t('contracts:problem.leverageTier', { cap: priced.leverageCap });
      case 'leverageSpread':
        return t('contracts:problem.leverageSpread');
      case 'priceEmpty':
        return t('contracts:problem.price');
      case 'stopLoss':
        return t(side === 'buy' ? 'contracts:problem.stopLong' : 'contracts:problem.stopShort');
      case 'takeProfit':
        return t(side === 'buy' ? 'contracts:problem.targetLong' : 'contracts:problem.targetShort');
      default:
        return t('contracts:problem.lotsRange', { min: lots(wire.minLots), max: lots(wire.maxLots) });
    }
  }

  const isBuy = side === 'buy';
  const quantity = format.money(quantityOf(draft.lots, ticket.terms), info.base, { max: 8 });
  const words = { quantity, name: info.appName, leverage: draft.leverage, price: limitText() };
  function limitText(): string {
    return draft.limitPrice === '' ? '–' : format.price(draft.limitPrice, info.precision);
  }
  const sentence =
    draft.type === 'market'
      ? t(isBuy ? 'contracts:confirm.buyMarket' : 'contracts:confirm.sellMarket', words)
      : t(isBuy ? 'contracts:confirm.buyLimit' : 'contracts:confirm.sellLimit', words);
  const stop = (kind: 'stopLoss' | 'takeProfit') => (
    <StopField
      kind={kind}
      value={draft[kind]}
      onChange={(value) => change({ [kind]: value })}
      onBlur={ticket.leave}
      error={errorAt(kind)}
      quote={info.quote}
      precision={info.precision}
      step={ticket.pointText}
      result={kind === 'stopLoss' ? priced.figures?.atStop : priced.figures?.atTarget}
      preset={ticket.preset}
    />
  );
  const stepLabels = { less: t('common:action.decrease'), more: t('common:action.increase') };
  return (
    <TicketForm
      workspace={workspace}
      flow={flow}
      confirmation={{
        title: t('contracts:confirm.title'),
        sentence,
        action: t(isBuy ? 'contracts:buyLots' : 'contracts:sellLots', { quantity }),
        tone: isBuy ? 'up' : 'down',
      }}
      figures={<ContractFigures ticket={ticket} wire={wire} precision={info.precision} />}
      hints={
        <>
          <p>{t('contracts:hintLoss')}</p>
          <p>{t(draft.type === 'market' ? 'contracts:hintMarket' : 'contracts:hintLimit')}</p>
        </>
      }
      quietFailure={refusal !== undefined}
      waiting={priced.problem === 'noPrice'}
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
        ]}
      />
      {draft.type === 'limit' && (
        <AmountField
          label={t('contracts:limitPrice')}
          error={errorAt('limitPrice')}
          value={draft.limitPrice}
          onChange={(limitPrice) => change({ limitPrice })}
          onBlur={ticket.leave}
          asset={info.quote}
          decimals={info.precision}
          step={ticket.pointText}
          stepLabels={stepLabels}
        />
      )}
      <AmountField
        label={t('contracts:lots')}
        aside={largest === undefined ? undefined : t('contracts:most', { lots: format.number(largest) })}
        hint={t('contracts:lotIs', { size: format.number(wire.lotSize), base: info.base })}
        error={errorAt('lots')}
        value={draft.lots}
        onChange={(value) => change({ lots: value })}
        onBlur={ticket.leave}
        asset={t('contracts:lotsUnit')}
        decimals={decimalsOf(wire.lotStep)}
        step={wire.lotStep}
        min={wire.minLots}
        max={wire.maxLots}
        available={largest}
        chips={chips}
        stepLabels={stepLabels}
      />
      <LeverageField
        value={draft.leverage}
        max={wire.maxLeverage}
        cap={priced.leverageCap}
        error={errorAt('leverage')}
        onChange={(leverage) => change({ leverage })}
        onBlur={ticket.leave}
      />
      <details open={draft.stopLoss !== '' || draft.takeProfit !== '' || undefined}>
        <summary className={styles.summary}>{t('contracts:stops')}</summary>
        <div className={styles.stops}>
          {stop('stopLoss')}
          {stop('takeProfit')}
        </div>
      </details>
      {rate.open && priced.problem === 'noRate' && (
        <Banner kind="warning">{t('contracts:problem.noRate', { quote: info.quote })}</Banner>
      )}
    </TicketForm>
  );
}

const decimalsOf = (step: string): number => step.split('.')[1]?.length ?? 0;

/** Lots as units of the base, which is what the button and the question name. */
function quantityOf(lots: string, { lotSize }: Terms): string {
  const parsed = parseAmount(lots);
  return parsed === undefined ? '0' : formatAmount(divFloor(parsed * lotSize, amountOf('1')) as Amount);
}
