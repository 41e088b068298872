import type { ChartInset, ChartLine, ChartLineValue } from '@glasshouse/ui/chart';

/** The editable state of the gallery chart: a position of half a coin, and a waiting order. */
export interface ChartState {
  entry: number;
  stop: number | undefined;
  target: number | undefined;
  order: number | undefined;
}

const COINS = 0.5;

function money(amount: number): ChartLineValue {
  const sign = amount < 0 ? '−' : '+';
  return { text: `${sign}${Math.abs(amount).toFixed(2)} USDT`, tone: amount < 0 ? 'down' : 'up' };
}

/** Every kind of chart line. */
export function stateLines(
  state: ChartState,
  {
    openedAt,
    last,
    onChange,
  }: { openedAt: number; last: () => number; onChange: (change: Partial<ChartState>) => void },
): ChartLine[] {
  const { entry, stop, target, order } = state;
  const pnlAt = (price: number) => money((price - entry) * COINS);
  const stopLine = (price: number): ChartLine => ({
    id: 'stop',
    price,
    label: 'Stop',
    tone: 'down',
    valueAt: pnlAt,
    range: { max: entry },
    onDrag: (to) => {
      onChange({ stop: to });
      return true;
    },
  });
  const targetLine = (price: number): ChartLine => ({
    id: 'target',
    price,
    label: 'Target',
    tone: 'up',
    valueAt: pnlAt,
    range: { min: entry },
    onDrag: (to) => {
      onChange({ target: to });
      return true;
    },
  });
  const lines: (ChartLine | false)[] = [
    {
      id: 'position',
      price: entry,
      label: 'Long 0.5 BTC · 10×',
      shortLabel: 'L 0.5',
      tone: 'accent',
      stroke: 'solid',
      from: openedAt - 12 * 60_000,
      value: pnlAt,
      onClose: () => onChange({ stop: undefined, target: undefined }),
      closeLabel: 'Remove stop and target',
      onPress: () => onChange({ stop: Math.round(entry * 0.992), target: Math.round(entry * 1.0085) }),
      pressLabel: 'Put stop and target back',
      pressHint: 'Drag up or down to set a stop or a target.',
      pull: (price) => {
        if (price < entry) return stop === undefined ? stopLine(price) : undefined;
        return entry < price && target === undefined ? targetLine(price) : undefined;
      },
    },
    stop !== undefined && {
      ...stopLine(stop),
      onClose: () => onChange({ stop: undefined }),
      closeLabel: 'Remove stop',
    },
    target !== undefined && {
      ...targetLine(target),
      onClose: () => onChange({ target: undefined }),
      closeLabel: 'Remove target',
    },
    order !== undefined && {
      id: 'order',
      price: order,
      label: 'Buy 0.25 BTC',
      shortLabel: 'B 0.25',
      tone: 'neutral',
      valueAt: (price) => ({ text: `${(price * 0.25).toFixed(2)} USDT`, tone: 'neutral' }),
      // Above the price it would fill at once: refused, and the line snaps back.
      onDrag: (price) => {
        if (last() <= price) return false;
        onChange({ order: price });
        return true;
      },
      onClose: () => onChange({ order: undefined }),
      closeLabel: 'Cancel order',
    },
    {
      id: 'liquidation',
      price: entry * 0.983,
      label: 'Liquidation',
      shortLabel: 'Liq.',
      tone: 'warning',
      stroke: 'dotted',
    },
  ];
  return lines.filter((line) => line !== false);
}

/** An option that runs, above its entry or below it. */
export function sampleInset(state: ChartState, openedAt: number): ChartInset {
  const price = state.entry * 1.0035;
  return {
    id: 'option-up',
    label: 'Up',
    tone: 'up',
    price,
    from: openedAt - 60_000,
    to: openedAt + 72_000,
    stake: '100.00',
    result: undefined,
    prices: () =>
      [0, 0.4, 0.2, 0.9, 1.4].map((step, index) => ({ at: openedAt - (50 - 10 * index) * 1_000, price: price + step })),
    value: (last) => money(last <= price ? -100.5 : 79.5),
    onPress: () => {},
    pressLabel: 'Up 100 USDT',
  };
}
