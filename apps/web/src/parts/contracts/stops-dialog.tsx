import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { stopsProblem } from '@glasshouse/rules/contracts';
import { isLadder, lotsOfShare } from '@glasshouse/rules/contracts-entries';
import {
  type Amount,
  add,
  amountOf,
  formatAmount,
  formatPrice,
  type Price,
  parseAmount,
  parsePrice,
  rateOf,
  subtract,
  ZERO,
} from '@glasshouse/rules/money';
import { priceAtShare } from '@glasshouse/trade/contracts/figures';
import { expectedClose } from '@glasshouse/trade/contracts/live-figures';
import { readLevels } from '@glasshouse/trade/contracts/order-levels';
import type { OpenPosition } from '@glasshouse/trade/contracts/position';
import { isSameTrail, trailBody, trailDraftOf, trailProblemOf } from '@glasshouse/trade/contracts/trail-draft';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { type Refusal, refusedField } from '@glasshouse/trade/ticket/refused-field';
import { Figure, KeyValue } from '@glasshouse/ui';
import { useMemo, useState } from 'react';
import { useQuote } from '../../live/market.ts';
import { useMoneyCall } from '../calls/use-money-call.ts';
import { useMarketInfo } from '../chart/use-market-info.ts';
import { LivePrice } from '../market/live-cells.tsx';
import summaryStyles from '../ticket/summary.module.css';
import { ContractDialog } from './contract-dialog.tsx';
import { StopField } from './stop-field.tsx';
import { type TargetDraft, type TargetError, TargetsField } from './targets-field.tsx';
import { TrailField } from './trail-field.tsx';
import { useRatedOrder } from './use-rated-order.ts';

const STOP_FIELDS = ['stopLoss', 'takeProfit', 'distance', 'price'] as const;

/**
 * Changes or clears stop and target of a position or a waiting order, each with its result in
 * money.
 */
export function StopsDialog({ order: placed, onClose }: { order: ContractOrder; onClose: () => void }) {
  const order = useRatedOrder(placed);
  const t = useT();
  const format = useFormat();
  const saving = useMoneyCall('setStops');
  const [stopLoss, setStopLoss] = useState(order.stopLoss ?? '');
  const [takeProfit, setTakeProfit] = useState(order.takeProfit ?? '');
  const [targets, setTargets] = useState<readonly TargetDraft[]>(order.targets ?? []);
  const offered = useMarketInfo(order.code).data?.contracts;
  const lotStep = offered?.lotStep;
  const [trail, setTrail] = useState(() => trailDraftOf(order));
  const [first] = useState(trail);
  const quoteAsset = useMarketInfo(order.code).data?.quote ?? '';
  const levels = useMemo(() => readLevels(order), [order]);
  const bid = useQuote(order.code, (quote) => quote.bid);
  const ask = useQuote(order.code, (quote) => quote.ask);
  if (levels === undefined) return null;
  const { position } = levels;
  const reference = levels.referenceAt({ bid, ask });

  // The server knows the minimum distance and decides; this only catches what can never be right.
  const problemOf = (at: { readonly stopLoss: Price | undefined; readonly takeProfit: Price | undefined }) =>
    reference &&
    stopsProblem({
      ...at,
      side: order.side,
      reference,
      distance: position.point,
      liquidation: parsed(order.liquidationPrice ?? undefined),
    });
  const problem = problemOf({ stopLoss: parsed(stopLoss), takeProfit: parsed(takeProfit) });
  const excess = excessOf(targets, order);
  const isLadderWrong =
    0 < targets.length &&
    reference !== undefined &&
    lotStep !== undefined &&
    !isLadderOf(targets, { order, reference, point: position.point, lotStep });
  const targetError = (): TargetError | undefined => {
    const last = { step: targets.length - 1, at: 'price' } as const;
    if (excess !== undefined) {
      const [sum, open] = [excess.sum, order.openLots].map((lots) => format.number(lots)) as [string, string];
      return { step: excess.step, at: 'lots', text: t('contracts:problem.targetLots', { sum, open }) };
    }
    if (isLadderWrong) return { ...last, text: t('contracts:problem.targets') };
    return refusal?.field === 'takeProfit' && 0 < targets.length ? { ...last, text: refusal.message } : undefined;
  };
  const isTrailNew = !isSameTrail(trail, first);
  const wrongTrail = isTrailNew
    ? trailProblemOf(trail, { side: order.side, reference, point: position.point })
    : undefined;
  const refusal = refusedField(saving.failure, STOP_FIELDS);
  const errorAt = (kind: 'stopLoss' | 'takeProfit'): string | undefined => {
    if (refusal?.field === kind) return refusal.message;
    if (problem !== kind) return undefined;
    if (kind === 'stopLoss')
      return t(order.side === 'buy' ? 'contracts:problem.stopLong' : 'contracts:problem.stopShort');
    return t(order.side === 'buy' ? 'contracts:problem.targetLong' : 'contracts:problem.targetShort');
  };
  const field = (kind: 'stopLoss' | 'takeProfit', value: string, change: (next: string) => void) => {
    const at = parsed(value);
    return (
      <StopField
        kind={kind}
        value={value}
        onChange={(next) => {
          saving.clear();
          change(next);
        }}
        error={errorAt(kind)}
        quote=""
        precision={order.precision}
        step={formatPrice(position.point, order.precision)}
        result={at === undefined ? undefined : levels.resultAt(at)}
        preset={(percent) => {
          const price = priceAtShare(withPaid(position), percent, position.point);
          const isWrong = problemOf({ stopLoss: undefined, takeProfit: undefined, [kind]: price }) !== undefined;
          return price === undefined || isWrong ? undefined : formatPrice(price);
        }}
      />
    );
  };
  return (
    <ContractDialog
      order={order}
      title={t('contracts:stops')}
      action={{
        label: t('common:action.save'),
        variant: 'primary',
        disabled: problem !== undefined || excess !== undefined || isLadderWrong || wrongTrail !== undefined,
      }}
      busy={saving.busy}
      failure={refusal === undefined ? saving.failure : undefined}
      submit={() =>
        saving.submit({
          id: order.id,
          stopLoss: stopLoss === '' ? null : stopLoss,
          ...(0 < targets.length
            ? { targets: [...targets] }
            : {
                takeProfit: takeProfit === '' ? null : takeProfit,
                ...(order.targets === undefined ? {} : { targets: null }),
              }),
          // Sent only when it was changed: it would begin to follow anew.
          ...(isTrailNew ? { trailing: trailBody(trail) ?? null } : {}),
        })
      }
      done={() => t('contracts:stopsSaved')}
      onClose={onClose}
    >
      <KeyValue
        dense
        rows={[
          {
            id: 'entry',
            name: t(entryName(order)),
            value: <Figure value={formatPrice(position.open)} places={order.precision} />,
          },
          { id: 'mark', name: t('contracts:mark'), value: <LivePrice code={order.code} /> },
          {
            id: 'liquidation',
            name: t('contracts:liquidation'),
            value: <Figure value={order.liquidationPrice ?? undefined} places={order.precision} />,
          },
        ]}
      />
      {field('stopLoss', stopLoss, setStopLoss)}
      {targets.length === 0 && field('takeProfit', takeProfit, setTakeProfit)}
      <details open={0 < targets.length || undefined}>
        <summary className={summaryStyles.summary}>{t('order:targets')}</summary>
        <TargetsField
          value={targets}
          onChange={(next) => {
            saving.clear();
            setTargets(next);
          }}
          error={targetError()}
          precision={order.precision}
          resultOf={(step) => expectedClose(position, step)?.net}
          lotDecimals={lotStep?.split('.')[1]?.length ?? 0}
          next={() => nextTarget(targets, { order, position, lotStep })}
        />
      </details>
      <details open={trail.distance !== '' || undefined}>
        <summary className={summaryStyles.summary}>{t('contracts:trailing')}</summary>
        <TrailField
          value={trail}
          onChange={(next) => {
            saving.clear();
            setTrail(next);
          }}
          side={order.side}
          quote={quoteAsset}
          precision={order.precision}
          step={formatPrice(position.point, order.precision)}
          error={trailError(refusal, wrongTrail)}
        />
      </details>
      {offered?.leadMs !== undefined && (
        <p>{t('contracts:stopsLead', { time: format.duration(offered.leadMs / 1_000) })}</p>
      )}
    </ContractDialog>
  );
}

function trailError(refusal: Refusal | undefined, problem: 'distance' | 'activation' | undefined) {
  if (refusal?.field === 'distance') return { at: 'distance', text: refusal.message } as const;
  if (refusal?.field === 'price') return { at: 'activation', text: refusal.message } as const;
  return problem === undefined ? undefined : { at: problem };
}

const entryName = ({ state, type }: ContractOrder) => {
  if (state !== 'waiting') return 'contracts:entry';
  return type === 'stop' ? 'order:stopPrice' : 'contracts:limitPrice';
};

/** With what a close has to earn back before anything is gained. */
const withPaid = (position: OpenPosition) => ({ ...position, paid: subtract(position.charged, position.realised) });

/** A quarter of the margin further each, with what is left of the lots. */
function nextTarget(
  targets: readonly TargetDraft[],
  context: { order: ContractOrder; position: OpenPosition; lotStep: string | undefined },
): TargetDraft {
  const price = priceAtShare(withPaid(context.position), 25 * (targets.length + 1), context.position.point);
  const planned = targets.reduce((sum, { lots }) => sum + (parseAmount(lots) ?? 0n), 0n);
  const left = amountOf(context.order.openLots) - planned;
  const half = lotsOfShare((left < 0n ? 0n : left) as Amount, {
    share: rateOf(targets.length === 0 ? '0.5' : '1'),
    step: amountOf(context.lotStep ?? '1'),
  });
  return { price: price === undefined ? '' : formatPrice(price, context.order.precision), lots: formatAmount(half) };
}

/** The step with which the lots are more than are open, and what all of them come to. */
function excessOf(
  targets: readonly TargetDraft[],
  { openLots }: ContractOrder,
): { readonly step: number; readonly sum: string } | undefined {
  const sums: Amount[] = [];
  for (const { lots } of targets) sums.push(add(sums.at(-1) ?? ZERO, parseAmount(lots) ?? ZERO));
  const step = sums.findIndex((sum) => amountOf(openLots) < sum);
  return step === -1 ? undefined : { step, sum: formatAmount(sums.at(-1) ?? ZERO) };
}

/** Whether the steps are a ladder, as far as this page can tell. */
function isLadderOf(
  targets: readonly TargetDraft[],
  context: { order: ContractOrder; reference: Price; point: Price; lotStep: string },
): boolean {
  const steps = targets.flatMap(({ price, lots }) => {
    const at = parsePrice(price);
    const part = parseAmount(lots);
    return at === undefined || part === undefined ? [] : { points: Number(at / context.point), lots: part };
  });
  return (
    steps.length === targets.length &&
    isLadder(steps, {
      side: context.order.side,
      reference: Number(context.reference / context.point),
      distance: 1,
      lots: amountOf(context.order.openLots),
      step: amountOf(context.lotStep),
    })
  );
}

const parsed = (text: string | undefined): Price | undefined => (text === undefined ? undefined : parsePrice(text));
