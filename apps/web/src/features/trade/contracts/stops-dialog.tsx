import { stopsProblem } from '@glasshouse/rules/contracts';
import { formatPrice, type Price, parsePrice } from '@glasshouse/rules/money';
import { BottomSheet, Button, Figure, KeyValue, Stack, toasts } from '@glasshouse/ui';
import { useMemo, useState } from 'react';
import { useT } from '../../../i18n/language.ts';
import { useQuote } from '../../../live/market.ts';
import type { ContractOrder } from '../../../live/user.ts';
import { FailureNote } from '../../../shared/failure.tsx';
import { LivePrice } from '../../../shared/live-cells.tsx';
import { useMoneyCall } from '../../../shared/use-money-call.ts';
import { priceAtShare } from './figures.ts';
import { readLevels } from './order-levels.ts';
import { refusalPlace } from './refusal-place.ts';
import { StopField } from './stop-field.tsx';
import { useRefreshContracts } from './use-contract-calls.ts';

/** Changes or clears stop and target of one position, or of an order that waits, each with what it would bring. */
export function StopsDialog({ order, onClose }: { order: ContractOrder; onClose: () => void }) {
  const t = useT();
  const changed = useRefreshContracts();
  const saving = useMoneyCall('setStops');
  const [stopLoss, setStopLoss] = useState(order.stopLoss ?? '');
  const [takeProfit, setTakeProfit] = useState(order.takeProfit ?? '');
  const levels = useMemo(() => readLevels(order), [order]);
  const bid = useQuote(order.code, (quote) => quote.bid);
  const ask = useQuote(order.code, (quote) => quote.ask);
  if (levels === undefined) return null;
  const { position } = levels;
  const reference = levels.referenceAt({ bid, ask });

  // The server has its own smallest distance and the last word; here the plain nonsense is said at once.
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
  const refusal = refusalPlace(saving.failure);
  const errorAt = (kind: 'stopLoss' | 'takeProfit'): string | undefined => {
    if (refusal?.place === kind) return refusal.message;
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
  const save = async () => {
    const answer = await saving.submit({
      id: order.id,
      stopLoss: stopLoss === '' ? null : stopLoss,
      takeProfit: takeProfit === '' ? null : takeProfit,
    });
    if (!answer.ok) return;
    changed(answer.result);
    toasts.show({ title: t('contracts:stopsSaved') });
    onClose();
  };
  return (
    <BottomSheet
      open
      onClose={onClose}
      dismissable={!saving.busy}
      width="s"
      title={t('contracts:stops')}
      description={order.name}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button onClick={onClose} disabled={saving.busy}>
            {t('common:action.cancel')}
          </Button>
          <Button variant="primary" loading={saving.busy} disabled={problem !== undefined} onClick={() => void save()}>
            {t('common:action.save')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
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
        {saving.failure !== undefined && refusal === undefined && <FailureNote failure={saving.failure} />}
      </Stack>
    </BottomSheet>
  );
}

const parsed = (text: string | undefined): Price | undefined => (text === undefined ? undefined : parsePrice(text));
