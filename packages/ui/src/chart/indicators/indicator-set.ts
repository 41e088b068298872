import type { ChartIndicators } from '../types.ts';
import { createBollinger } from './bollinger.ts';
import { createEma } from './ema.ts';
import type { Indicator } from './indicator.ts';
import { createMacd } from './macd.ts';
import { createRsi } from './rsi.ts';
import { createSma } from './sma.ts';

export type IndicatorGroup = 'sma' | 'ema' | 'bollinger' | 'rsi' | 'macd';

/** One line of an indicator. */
export interface IndicatorLine {
  id: string;
  group: IndicatorGroup;
  /** Position within its group; selects the colour. */
  index: number;
  /** Shown after the name in the legend, for example the period. */
  note: string;
  histogram: boolean;
}

type Values = readonly (number | undefined)[];

interface Member {
  lines: readonly IndicatorLine[];
  peek(close: number): Values;
  push(close: number): void;
}

function member<Value>(
  group: IndicatorGroup,
  indicator: Indicator<Value>,
  lines: readonly {
    id: string;
    index: number;
    note: string;
    histogram?: boolean;
    select: (value: Value) => number | undefined;
  }[],
): Member {
  return {
    lines: lines.map(({ id, index, note, histogram = false }) => ({ id, group, index, note, histogram })),
    peek(close) {
      const value = indicator.peek(close);
      return lines.map(({ select }) => (value === undefined ? undefined : select(value)));
    },
    push: indicator.push,
  };
}

const identity = (value: number): number => value;

function membersOf({ sma, ema, bollinger, rsi, macd }: ChartIndicators): Member[] {
  const average =
    (group: 'sma' | 'ema', make: (period: number) => Indicator<number>) => (period: number, index: number) =>
      member(group, make(period), [{ id: `${group}:${period}`, index, note: String(period), select: identity }]);
  const { fast, slow, signal } = macd;
  return [
    ...(sma.on ? sma.periods.map(average('sma', createSma)) : []),
    ...(ema.on ? ema.periods.map(average('ema', createEma)) : []),
    ...(bollinger.on
      ? [
          member('bollinger', createBollinger(bollinger), [
            {
              id: 'bollinger:middle',
              index: 0,
              note: `${bollinger.period}, ${bollinger.deviations}`,
              select: (v) => v.middle,
            },
            { id: 'bollinger:upper', index: 1, note: '', select: (v) => v.upper },
            { id: 'bollinger:lower', index: 2, note: '', select: (v) => v.lower },
          ]),
        ]
      : []),
    ...(rsi.on
      ? [member('rsi', createRsi(rsi.period), [{ id: 'rsi', index: 0, note: String(rsi.period), select: identity }])]
      : []),
    ...(macd.on
      ? [
          member('macd', createMacd(macd), [
            { id: 'macd:histogram', index: 2, note: '', histogram: true, select: (v) => v.histogram },
            { id: 'macd', index: 0, note: `${fast}, ${slow}, ${signal}`, select: (v) => v.macd },
            { id: 'macd:signal', index: 1, note: '', select: (v) => v.signal },
          ]),
        ]
      : []),
  ];
}

/** The lines of the enabled indicators, in drawing order. */
export const indicatorLines = (indicators: ChartIndicators): readonly IndicatorLine[] =>
  membersOf(indicators).flatMap(({ lines }) => lines);

/** All indicators of a chart with their values at every bar. */
export function createIndicatorSet(indicators: ChartIndicators) {
  let members = membersOf(indicators);
  const lines = members.flatMap((member) => member.lines);
  const values = new Map<string, (number | undefined)[]>(lines.map(({ id }) => [id, []]));
  /** Bars pushed into the members. The last bar is only peeked at, because it may still change. */
  let committed = 0;

  function write(closes: readonly number[], index: number) {
    for (const member of members) {
      const found = member.peek(closes[index] as number);
      for (const [position, { id }] of member.lines.entries())
        (values.get(id) as (number | undefined)[])[index] = found[position];
    }
  }

  return {
    lines,
    /** Value of a line at a bar. */
    at: (id: string, index: number): number | undefined => values.get(id)?.[index],
    /** Computes everything from scratch. */
    reset(closes: readonly number[]) {
      members = membersOf(indicators);
      for (const list of values.values()) list.length = 0;
      committed = 0;
      this.update(closes);
    },
    /**
     * Updates the values after the last bar changed or bars were appended; earlier bars must be
     * unchanged.
     */
    update(closes: readonly number[]) {
      for (let index = committed; index < closes.length; index += 1) {
        write(closes, index);
        if (index === closes.length - 1) break;
        for (const member of members) member.push(closes[index] as number);
        committed = index + 1;
      }
    },
  };
}

export type IndicatorSet = ReturnType<typeof createIndicatorSet>;
