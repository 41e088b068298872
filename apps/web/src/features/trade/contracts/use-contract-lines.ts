import type { Translator } from '@glasshouse/i18n';
import type { Formatter } from '@glasshouse/i18n/format';
import { formatAmount, type Price, parsePrice } from '@glasshouse/rules/money';
import { signOf } from '@glasshouse/ui';
import type { ChartLine, ChartLineValue } from '@glasshouse/ui/chart';
import { useEffect, useMemo, useRef } from 'react';
import { useT } from '../../../i18n/language.ts';
import type { ContractOrder } from '../../../live/user.ts';
import { unrealisedAt } from '../../../shared/contracts/live-figures.ts';
import { type OpenPosition, readPosition } from '../../../shared/contracts/position.ts';
import { useFormat } from '../../../shared/format.ts';
import { resultAt } from './figures.ts';
import { useQuickChanges } from './use-contract-calls.ts';
import { useLiveContracts } from './use-contracts.ts';

interface Words {
  readonly t: Translator['t'];
  readonly format: Formatter;
}
interface Changes {
  readonly move: (id: number, kind: 'stopLoss' | 'takeProfit', price: string | null) => Promise<boolean>;
  readonly cancel: (order: ContractOrder) => void;
}

/** Entry, stop, target and liquidation lines of the contracts on this market; stop and target can be dragged. */
export function useContractLines(code: string): readonly ChartLine[] {
  const t = useT();
  const format = useFormat();
  const { data } = useLiveContracts();
  const changes = useQuickChanges();
  // The chart calls back long after this render; it reaches what is newest then.
  const newest = useRef(changes);
  useEffect(() => {
    newest.current = changes;
  });
  return useMemo(() => {
    const words = { t, format };
    const later: Changes = {
      move: (id, kind, price) => newest.current.setStops({ id, [kind]: price }),
      cancel: (order) => void newest.current.cancel(order),
    };
    return (data ?? [])
      .filter((order) => order.code === code)
      .flatMap((order) =>
        order.state === 'waiting' ? waitingLine(order, words, later) : openLines(order, words, later),
      );
  }, [data, code, t, format]);
}

function waitingLine(order: ContractOrder, { t, format }: Words, { cancel }: Changes): readonly ChartLine[] {
  if (order.limitPrice === null) return [];
  const lots = format.number(order.lots);
  return [
    {
      id: `contract-${order.id}-limit`,
      price: Number(order.limitPrice),
      label: t(order.side === 'buy' ? 'contracts:line.limitBuy' : 'contracts:line.limitSell', { lots }),
      shortLabel: lots,
      tone: 'accent',
      onClose: () => cancel(order),
      closeLabel: t('contracts:cancelOrder'),
    },
  ];
}

function openLines(order: ContractOrder, words: Words, { move }: Changes): readonly ChartLine[] {
  const position = readPosition(order);
  if (position === undefined || order.openPrice === null) return [];
  const { t, format } = words;
  const lots = format.number(order.openLots);
  const text = (price: number): string => price.toFixed(order.precision);
  const entry = Number(order.openPrice);
  const lines: ChartLine[] = [
    {
      id: `contract-${order.id}-entry`,
      price: entry,
      label: t(order.side === 'buy' ? 'contracts:line.long' : 'contracts:line.short', { lots }),
      shortLabel: lots,
      tone: order.side === 'buy' ? 'up' : 'down',
      stroke: 'solid',
      value: (last) => moneyValue(unrealisedAt(position, text(last)), format),
    },
  ];
  for (const kind of ['stopLoss', 'takeProfit'] as const) {
    const price = order[kind];
    if (price === null) continue;
    const label = t(kind === 'stopLoss' ? 'contracts:stopLoss' : 'contracts:takeProfit');
    const value = (at: number) => moneyValue(resultText(position, text(at)), format);
    lines.push({
      id: `contract-${order.id}-${kind}`,
      price: Number(price),
      label: `${label} ${lots}`,
      shortLabel: label,
      tone: kind === 'stopLoss' ? 'down' : 'up',
      value: () => value(Number(price)),
      valueAt: value,
      onDrag: (to) => move(order.id, kind, text(to)),
      onClose: () => void move(order.id, kind, null),
      closeLabel: t(kind === 'stopLoss' ? 'contracts:removeStop' : 'contracts:removeTarget'),
    });
  }
  if (order.liquidationPrice !== null) {
    lines.push({
      id: `contract-${order.id}-liquidation`,
      price: Number(order.liquidationPrice),
      label: `${t('contracts:liquidation')} ${lots}`,
      shortLabel: t('contracts:line.liquidationShort'),
      tone: 'warning',
      stroke: 'dotted',
    });
  }
  return lines;
}

function resultText(position: OpenPosition, price: string): string | undefined {
  const at: Price | undefined = parsePrice(price);
  return at === undefined ? undefined : formatAmount(resultAt(position, at));
}

function moneyValue(amount: string | undefined, format: Formatter): ChartLineValue | undefined {
  if (amount === undefined) return undefined;
  const sign = signOf(amount);
  return {
    text: format.signedMoney(amount, 'USDT', { min: 2, max: 2 }),
    tone: 0 < sign ? 'up' : sign < 0 ? 'down' : 'neutral',
  };
}
