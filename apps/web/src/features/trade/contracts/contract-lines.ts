import type { Translator } from '@glasshouse/i18n';
import type { Formatter } from '@glasshouse/i18n/format';
import { parsePrice } from '@glasshouse/rules/money';
import { netNow } from '@glasshouse/trade/contracts/live-figures';
import { type OrderLevels, type Quotes, readLevels } from '@glasshouse/trade/contracts/order-levels';
import type { ContractOrder } from '@glasshouse/trade/orders';
import type { ChartLine, ChartLineValue } from '@glasshouse/ui/chart';
import { resultValue } from '../../../parts/orders/result-value.ts';

export interface LineWords {
  readonly t: Translator['t'];
  readonly format: Formatter;
}
export interface LineChanges {
  readonly move: (order: ContractOrder, kind: StopKind, price: string | null) => Promise<boolean>;
  readonly cancel: (order: ContractOrder) => void;
  /** Opens the dialog for stop and target. */
  readonly edit: (order: ContractOrder) => void;
  /** Current bid and ask. */
  readonly quotes: () => Quotes;
}

const STOPS = ['stopLoss', 'takeProfit'] as const;
type StopKind = (typeof STOPS)[number];

/** The chart lines of one order: its limit or entry, stop, target and liquidation. */
export function contractLines(order: ContractOrder, words: LineWords, changes: LineChanges): readonly ChartLine[] {
  const levels = readLevels(order);
  if (levels === undefined) return [];
  const stopLine = stopLineOf(order, levels, words, changes);
  const set = STOPS.flatMap((kind) => {
    const price = order[kind];
    return price === null ? [] : [closable(stopLine(kind, Number(price)), { kind, order, words, changes })];
  });
  const own = order.state === 'waiting' ? waitingLine(order, words, changes) : entryLine(order, levels, words, changes);
  const source = { ...own, ...pulling(order, levels, { name: own.label, stopLine, words, changes }) };
  return [source, ...set, ...liquidationLine(order, words)];
}

const WAITING_LINES = {
  limit: { buy: 'contracts:line.limitBuy', sell: 'contracts:line.limitSell' },
  stop: { buy: 'contracts:line.stopBuy', sell: 'contracts:line.stopSell' },
} as const;

function waitingLine(order: ContractOrder, { t, format }: LineWords, { cancel }: LineChanges): ChartLine {
  const lots = format.number(order.lots);
  const isForStop = order.stopPrice !== undefined && order.triggered !== true;
  return {
    id: `contract-${order.id}-limit`,
    price: Number(isForStop ? order.stopPrice : order.limitPrice),
    label: t(WAITING_LINES[isForStop ? 'stop' : 'limit'][order.side], { lots }),
    from: startOf(order),
    tone: 'accent',
    // What the next price fills is not to be cancelled.
    ...(order.type === 'market' ? {} : { onClose: () => cancel(order), closeLabel: t('contracts:cancelOrder') }),
  };
}

/** Its figure is the result of closing now: at the other side of the spread, after all costs. */
function entryLine(
  order: ContractOrder,
  { position }: OrderLevels,
  { t, format }: LineWords,
  { quotes }: LineChanges,
): ChartLine {
  const lots = format.number(order.openLots);
  const name = order.side === 'buy' ? 'contracts:line.long' : 'contracts:line.short';
  return {
    id: `contract-${order.id}-entry`,
    price: Number(order.openPrice),
    label: t(name, { lots }),
    kind: { id: name, name: t(name, { lots: '' }).trim(), several: (count) => t(name, { lots: `×${count}` }) },
    from: startOf(order),
    tone: order.side === 'buy' ? 'up' : 'down',
    stroke: 'solid',
    value: () => moneyValue(netNow(position, quotes()), format),
  };
}

type StopLine = (kind: StopKind, price: number) => ChartLine;

/** A stop or target at a price, with its result at any price; dragging sends the change. */
function stopLineOf(
  order: ContractOrder,
  levels: OrderLevels,
  { t, format }: LineWords,
  changes: LineChanges,
): StopLine {
  const lots = format.number(order.openLots);
  const text = (price: number): string => price.toFixed(order.precision);
  const valueAt = (price: number) => {
    const at = parsePrice(text(price));
    return moneyValue(at === undefined ? undefined : levels.resultAt(at), format);
  };
  return (kind, price) => {
    const label = t(kind === 'stopLoss' ? 'contracts:stopLoss' : 'contracts:takeProfit');
    return {
      id: `contract-${order.id}-${kind}`,
      price,
      label: `${label} ${lots}`,
      shortLabel: label,
      kind: { id: kind, name: label, several: (count) => `${label} ×${count}` },
      from: startOf(order),
      tone: kind === 'stopLoss' ? 'down' : 'up',
      value: () => valueAt(price),
      valueAt,
      onDrag: (to) => changes.move(order, kind, text(to)),
    };
  };
}

function closable(
  line: ChartLine,
  { kind, order, words, changes }: { kind: StopKind; order: ContractOrder; words: LineWords; changes: LineChanges },
): ChartLine {
  return {
    ...line,
    onClose: () => void changes.move(order, kind, null),
    closeLabel: words.t(kind === 'stopLoss' ? 'contracts:removeStop' : 'contracts:removeTarget'),
  };
}

interface Pulled {
  /** The name of the line that is dragged from. */
  readonly name: string;
  readonly stopLine: StopLine;
  readonly words: LineWords;
  readonly changes: LineChanges;
}

/**
 * The label leads to stop and target: a press opens the dialog, and a drag creates the missing one
 * on that side of the current closing price. So a position in profit gets a stop above its entry,
 * and nothing is created that would fire at once.
 */
function pulling(
  order: ContractOrder,
  levels: OrderLevels,
  { name, stopLine, words: { t }, changes }: Pulled,
): Partial<ChartLine> {
  const pull = (price: number): ChartLine | undefined => {
    const reference = levels.referenceAt(changes.quotes());
    const at = parsePrice(price.toFixed(order.precision));
    if (reference === undefined || at === undefined || at === reference) return undefined;
    const kind = at < reference === (order.side === 'buy') ? 'stopLoss' : 'takeProfit';
    return order[kind] === null ? stopLine(kind, price) : undefined;
  };
  const missing = STOPS.some((kind) => order[kind] === null);
  return {
    onPress: () => changes.edit(order),
    pressLabel: t('contracts:editStops', { name }),
    ...(missing && { pull, pressHint: t('contracts:line.pull') }),
  };
}

function liquidationLine(order: ContractOrder, { t, format }: LineWords): ChartLine[] {
  if (order.state !== 'open' || order.liquidationPrice === null) return [];
  return [
    {
      id: `contract-${order.id}-liquidation`,
      price: Number(order.liquidationPrice),
      label: `${t('contracts:liquidation')} ${format.number(order.openLots)}`,
      shortLabel: t('contracts:line.liquidationShort'),
      from: startOf(order),
      tone: 'warning',
      stroke: 'dotted',
    },
  ];
}

const moneyValue = (amount: string | undefined, format: Formatter): ChartLineValue | undefined =>
  amount === undefined ? undefined : resultValue(amount, format);

/** Lines of an order begin at its candle: where it was opened, or placed while it waits. */
const startOf = (order: ContractOrder): number => Date.parse(order.openedAt ?? order.placedAt);
