import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import type { Translator } from '@glasshouse/i18n';
import type { Formatter } from '@glasshouse/i18n/format';
import type { Outcome } from '@glasshouse/rules/options';
import { netOfOutcome, optionNet } from '@glasshouse/trade/options/result';
import { outcomeAt } from '@glasshouse/trade/options/standing';
import type { OptionsOrder } from '@glasshouse/trade/orders';
import { signOf } from '@glasshouse/ui';
import type { ChartLine, ChartSpan } from '@glasshouse/ui/chart';
import { useEffect, useMemo, useState } from 'react';
import { onUserEvent } from '../../../live/user.ts';
import { RESULT_PLACES } from '../../../parts/money/short-places.ts';
import { useLiveOptions } from '../../../parts/orders/live-orders.ts';

/** Shorter ones are followed tick by tick. */
const FOLLOWED_MAX_S = 300;
/** How long the end stays on the chart. */
const ENDED_MS = 60_000;

interface Words {
  readonly t: Translator['t'];
  readonly format: Formatter;
}

export interface OptionsOnChart {
  readonly lines: readonly ChartLine[];
  readonly spans: readonly ChartSpan[];
}

/**
 * The options of this market on its chart: the entry as a barrier, with the time left and how it
 * stands, and of short ones the whole way to the expiry. Those that ended stay for a minute.
 */
export function useOptionsOnChart(code: string): OptionsOnChart {
  const t = useT();
  const format = useFormat();
  const { data } = useLiveOptions();
  const ended = useEnded(code);
  return useMemo(() => {
    const over = new Set(ended.map(({ id }) => id));
    const live = (data ?? []).filter((order) => order.code === code && !over.has(order.id));
    const shown = [...live, ...ended];
    return {
      lines: shown.flatMap((order) => lineOf(order, { t, format })),
      spans: shown.flatMap((order) => spanOf(order, { t, format })),
    };
  }, [data, ended, code, t, format]);
}

/** Options that ended on this market within the last minute. */
function useEnded(code: string): readonly OptionsOrder[] {
  const book = useBook();
  const [ended, setEnded] = useState<readonly OptionsOrder[]>([]);
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const stop = onUserEvent({
      event: (kind, eventBook, data) => {
        if (kind !== 'options.order' || eventBook !== book) return;
        const order = data as OptionsOrder;
        if (order.code !== code || order.settledAt === null) return;
        setEnded((known) => [...known.filter(({ id }) => id !== order.id), order]);
        const timer = setTimeout(() => {
          timers.delete(timer);
          setEnded((known) => known.filter(({ id }) => id !== order.id));
        }, ENDED_MS);
        timers.add(timer);
      },
      resync: () => {},
    });
    return () => {
      stop();
      for (const timer of timers) clearTimeout(timer);
      setEnded([]);
    };
  }, [code, book]);
  return ended;
}

const WORDS = { win: 'trade:orders.ahead', lose: 'trade:orders.behind', draw: 'trade:orders.level' } as const;
const OUTCOMES = {
  win: 'trade:outcome.win',
  lose: 'trade:outcome.lose',
  draw: 'trade:outcome.draw',
  void: 'trade:outcome.void',
} as const;

function lineOf(order: OptionsOrder, { t, format }: Words): ChartLine[] {
  const { entry, expiresAt, direction, precision } = order;
  if (entry === null || expiresAt === null) return [];
  const amount = format.money(order.amount, order.asset);
  const figure = (word: string, net: string) => ({
    text: `${word} ${format.signedMoney(net, order.asset, RESULT_PLACES)}`,
    // Sign and colour say the same as the word.
    short: format.signed(net, RESULT_PLACES),
    tone: TONES[1 + signOf(net)] ?? ('neutral' as const),
  });
  const standing = (outcome: Outcome) => figure(t(WORDS[outcome]), netOfOutcome(order, outcome));
  const isOver = order.settledAt !== null;
  const word = t(OUTCOMES[order.outcome ?? 'void']);
  const result = figure(word, optionNet(order) ?? '0');
  return [
    {
      id: String(order.id),
      price: Number(entry.price),
      label: t(direction === 'up' ? 'trade:chart.lineUp' : 'trade:chart.lineDown', { amount }),
      shortLabel: t(direction === 'up' ? 'trade:options.up' : 'trade:options.down'),
      tone: direction,
      endsAt: isOver ? undefined : Date.parse(expiresAt),
      value: (last) => (isOver ? result : standing(outcomeAt(direction, last.toFixed(precision), entry.price))),
    },
  ];
}

const TONES = ['down', 'neutral', 'up'] as const;

function spanOf(order: OptionsOrder, { t, format }: Words): ChartSpan[] {
  const { entry, exit, expiresAt, direction } = order;
  if (entry === null || expiresAt === null || FOLLOWED_MAX_S < order.periodSeconds) return [];
  return [
    {
      id: String(order.id),
      from: Date.parse(entry.at),
      to: Date.parse(expiresAt),
      price: Number(entry.price),
      side: direction === 'up' ? 'above' : 'below',
      tone: direction,
      endLabel: t(exit === null ? 'trade:chart.ends' : 'trade:chart.ended', { time: format.time(expiresAt) }),
      mark: exit === null ? undefined : { time: Date.parse(exit.at), price: Number(exit.price) },
    },
  ];
}
