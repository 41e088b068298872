import { stopsProblem } from '@glasshouse/rules/contracts';
import { formatPrice, type Price, parsePrice } from '@glasshouse/rules/money';
import { Figure, KeyValue } from '@glasshouse/ui';
import { useMemo, useState } from 'react';
import { useT } from '../../../i18n/language.ts';
import { useQuote } from '../../../live/market.ts';
import type { ContractOrder } from '../../../live/user.ts';
import { LivePrice } from '../../../shared/live-cells.tsx';
import { refusedField } from '../../../shared/ticket/refused-field.ts';
import { useMoneyCall } from '../../../shared/use-money-call.ts';
import { ContractDialog } from './contract-dialog.tsx';
import { priceAtShare } from './figures.ts';
import { readLevels } from './order-levels.ts';
import { StopField } from './stop-field.tsx';

const STOP_FIELDS = ['stopLoss', 'takeProfit'] as const;

/**
 * Changes or clears stop and target of a position or a waiting order, each with its result in
 * money.
 */
export function StopsDialog({ order, onClose }: { order: ContractOrder; onClose: () => void }) {
  const t = useT();
  const saving = useMoneyCall('setStops');
  const [stopLoss, setStopLoss] = useState(order.stopLoss ?? '');
  const [takeProfit, setTakeProfit] = useState(order.takeProfit ?? '');
  const levels = useMemo(() => readLevels(order), [order]);
  const bid = useQuote(order.code, (quote) => quote.bid);
  const ask = useQuote(order.code, (quote) => quote.ask);
  if (levels === undefined) return null;
  const { position } = levels;
  const reference = levels.referenceAt({ bid, ask });

  // The server knows the minimum distance and decides; this only catches what can never be right.
  const problem =
    reference &&
    stopsProblem({
      side: order.side,
      reference,
      distance: position.point,
      stopLoss: parsed(stopLoss),
      takeProfit: parsed(takeProfit),
      liquidation: parsed(order.liquidationPrice ?? undefined),
    });
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
          const price = priceAtShare(position, percent, position.point);
          return price === undefined ? undefined : formatPrice(price);
        }}
      />
    );
  };
  return (
    <ContractDialog
      order={order}
      title={t('contracts:stops')}
      action={{ label: t('common:action.save'), variant: 'primary', disabled: problem !== undefined }}
      busy={saving.busy}
      failure={refusal === undefined ? saving.failure : undefined}
      submit={() =>
        saving.submit({
          id: order.id,
          stopLoss: stopLoss === '' ? null : stopLoss,
          takeProfit: takeProfit === '' ? null : takeProfit,
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
            name: t(order.state === 'waiting' ? 'contracts:limitPrice' : 'contracts:entry'),
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
      {field('takeProfit', takeProfit, setTakeProfit)}
    </ContractDialog>
  );
}

const parsed = (text: string | undefined): Price | undefined => (text === undefined ? undefined : parsePrice(text));
