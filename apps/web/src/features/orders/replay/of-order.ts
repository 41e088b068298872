import type { MessageKey } from '@glasshouse/i18n';
import { keyOf, type Replay, type ReplayLevel, type ReplayMoment, windowOf } from './replay.ts';

interface ShownTick {
  readonly seq: number;
  readonly price: string;
  readonly at: string;
}

/** The fields that an option's own page and a shared receipt of it have in common. */
export interface OptionFields {
  readonly code: string;
  readonly precision: number;
  readonly direction: 'up' | 'down';
  readonly outcome: 'win' | 'lose' | 'draw' | 'void' | null;
  readonly entry: ShownTick | null;
  readonly exit: ShownTick | null;
  readonly expiresAt: string | null;
}

type Word = (key: MessageKey) => string;

const TONES = { win: 'up', lose: 'down', draw: 'neutral', void: 'neutral' } as const;

/** Undefined: it was never entered, so there is nothing to draw. */
export function optionReplay(order: OptionFields, t: Word): Replay | undefined {
  const { code, precision, direction, entry, exit } = order;
  if (entry === null || order.expiresAt === null) return undefined;
  const expiresAt = Date.parse(order.expiresAt);
  const moment = (tick: ShownTick, label: string): ReplayMoment => ({
    at: Date.parse(tick.at),
    label,
    price: tick.price,
    key: keyOf(code, tick.seq),
  });
  return {
    code,
    precision,
    side: 'mid',
    tone: TONES[order.outcome ?? 'void'],
    levels: [],
    ...windowOf(Date.parse(entry.at), expiresAt),
    barrier: { price: Number(entry.price), wins: direction, to: expiresAt },
    moments: [
      moment(entry, t('trade:orders.entry')),
      ...(exit === null ? [] : [moment(exit, t('trade:orders.exit'))]),
      { at: expiresAt, label: t('trade:orders.expires'), price: undefined, key: undefined },
    ],
  };
}

interface Step {
  readonly kind: string;
  readonly at: string;
  readonly tick: ShownTick | null;
  readonly price: string | null;
  readonly pnl: string | null;
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
}

export interface ContractFields {
  readonly code: string;
  readonly precision: number;
  readonly side: 'buy' | 'sell';
  readonly openedAt: string | null;
  readonly closedAt: string | null;
  readonly openPrice: string | null;
}

const TRADES = ['opened', 'partClosed', 'closed', 'liquidated'];

/** Undefined: it never opened. */
export function contractReplay(
  order: ContractFields,
  history: { readonly steps: readonly Step[]; readonly net: string; readonly nameOf: (step: Step) => string },
): Replay | undefined {
  const { code, precision, side, openPrice, openedAt } = order;
  const traded = history.steps.filter(
    ({ kind, price, tick }) => TRADES.includes(kind) && price !== null && tick !== null,
  );
  const first = traded[0];
  if (openPrice === null || openedAt === null || first === undefined) return undefined;
  const timeOf = ({ tick, at }: Step): number => Date.parse(tick?.at ?? at);
  const last = Math.max(...traded.map(timeOf), order.closedAt === null ? 0 : Date.parse(order.closedAt));
  const window = windowOf(timeOf(first), last);
  const stops = (['stopLoss', 'takeProfit'] as const).flatMap((kind) => levelsOf(history.steps, kind, last));
  const entry: ReplayLevel = { kind: 'entry', price: Number(openPrice), from: timeOf(first), to: last };
  return {
    // A position is closed at the other side of the market than the one that it opened at.
    code,
    precision,
    side: side === 'buy' ? 'bid' : 'ask',
    barrier: undefined,
    ...window,
    tone: history.net.startsWith('-') ? 'down' : /[1-9]/.test(history.net) ? 'up' : 'neutral',
    levels: [entry, ...stops],
    moments: traded.map((step) => ({
      at: timeOf(step),
      label: history.nameOf(step),
      price: step.price ?? undefined,
      key: step.tick === null ? undefined : keyOf(code, step.tick.seq),
    })),
  };
}

/** A stop stood from the step that set it to the one that moved it. */
function levelsOf(steps: readonly Step[], kind: 'stopLoss' | 'takeProfit', end: number): ReplayLevel[] {
  const changes = steps.filter((step) => ['placed', 'opened', 'stopsChanged'].includes(step.kind));
  return changes.flatMap((step, index): ReplayLevel[] => {
    const price = step[kind];
    const next = changes[index + 1];
    if (price === null) return [];
    return [
      { kind, price: Number(price), from: Date.parse(step.at), to: next === undefined ? end : Date.parse(next.at) },
    ];
  });
}

interface Fill {
  readonly price: string;
  readonly at: string;
  readonly tick: ShownTick | null;
}

export interface SpotFields {
  readonly code: string;
  readonly precision: number;
  readonly side: 'buy' | 'sell';
  readonly price: string | null;
  readonly placedAt: string;
  readonly doneAt: string | null;
}

/** Undefined: nothing was filled. */
export function spotReplay(
  order: SpotFields,
  history: { readonly fills: readonly Fill[]; readonly label: string },
): Replay | undefined {
  const { code, precision, side, price } = order;
  const { fills } = history;
  if (fills.length === 0) return undefined;
  const times = fills.map(({ at, tick }) => Date.parse(tick?.at ?? at));
  const window = windowOf(Math.min(...times, Date.parse(order.placedAt)), Math.max(...times));
  return {
    code,
    precision,
    side: side === 'buy' ? 'ask' : 'bid',
    tone: 'neutral',
    barrier: undefined,
    ...window,
    levels: price === null ? [] : [{ kind: 'limit', price: Number(price), from: window.from, to: window.to }],
    moments: fills.map((fill, index) => ({
      at: times[index] ?? 0,
      label: history.label,
      price: fill.price,
      key: fill.tick === null ? undefined : keyOf(code, fill.tick.seq),
    })),
  };
}

export interface ConversionFields {
  readonly ticks: readonly { readonly code: string; readonly tick: ShownTick }[];
}

/** Of the first of its coins that has a market; the other's tick is in the list below it. */
export function conversionReplay(conversion: ConversionFields, label: string): Replay | undefined {
  const [first] = conversion.ticks;
  if (first === undefined) return undefined;
  const at = Date.parse(first.tick.at);
  return {
    code: first.code,
    precision: first.tick.price.split('.')[1]?.length ?? 0,
    side: 'mid',
    tone: 'neutral',
    levels: [],
    barrier: undefined,
    from: at - 8_000,
    to: at + 4_000,
    moments: conversion.ticks.map(({ code, tick }) => ({
      at: Date.parse(tick.at),
      label: `${label} · ${code}`,
      price: tick.price,
      key: keyOf(code, tick.seq),
    })),
  };
}
