import type { Translator } from '@glasshouse/i18n';
import type { Formatter } from '@glasshouse/i18n/format';
import { formatAmount, parsePrice } from '@glasshouse/rules/money';
import { signOf } from '@glasshouse/ui';
import type { ChartLine, ChartLineValue } from '@glasshouse/ui/chart';
import type { ContractOrder } from '../../../live/user.ts';
import { unrealisedAt } from '../../../shared/contracts/live-figures.ts';
import { type OpenPosition, readPosition } from '../../../shared/contracts/position.ts';
import { resultAt } from './figures.ts';

export interface LineWords {
  readonly t: Translator['t'];
  readonly format: Formatter;
}
export interface LineChanges {
  readonly move: (id: number, kind: 'stopLoss' | 'takeProfit', price: string | null) => Promise<boolean>;
  readonly cancel: (order: ContractOrder) => void;
}

/** What one order puts on the chart: its limit while it waits, then entry, stop, target and liquidation. */
export const contractLines = (order: ContractOrder, words: LineWords, changes: LineChanges): readonly ChartLine[] =>
  order.state === 'waiting' ? waitingLine(order, words, changes) : openLines(order, words, changes);

function waitingLine(order: ContractOrder, { t, format }: LineWords, { cancel }: LineChanges): readonly ChartLine[] {
  if (order.limitPrice === null) return [];
  const lots = format.number(order.lots);
  return [
    {
      id: `contract-${order.id}-limit`,
      price: Number(order.limitPrice),
      label: t(order.side === 'buy' ? 'contracts:line.limitBuy' : 'contracts:line.limitSell', { lots }),
      shortLabel: `${order.side === 'buy' ? '↑' : '↓'} ${lots}`,
      tone: 'accent',
      onClose: () => cancel(order),
      closeLabel: t('contracts:cancelOrder'),
    },
  ];
}

function openLines(order: ContractOrder, words: LineWords, { move }: LineChanges): readonly ChartLine[] {
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
  const at = parsePrice(price);
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
