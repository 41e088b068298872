import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import type { Translator } from '@glasshouse/i18n';
import type { Formatter } from '@glasshouse/i18n/format';
import type { Outcome } from '@glasshouse/rules/options';
import { netOfOutcome, optionNet } from '@glasshouse/trade/options/result';
import { outcomeAt } from '@glasshouse/trade/options/standing';
import type { OptionsOrder } from '@glasshouse/trade/orders';
import type { ChartInset, ChartLineValue } from '@glasshouse/ui/chart';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { seenTicks } from '../../../live/seen-ticks.ts';
import { onUserEvent } from '../../../live/user.ts';
import { useRecentTicks } from '../../../parts/chart/use-candles.ts';
import { useLiveOptions } from '../../../parts/orders/live-orders.ts';
import { resultValue } from '../../../parts/orders/result-value.ts';
import { type OrderSeal, orderSealsQuery } from '../../../parts/proofs/order-seal.ts';

/** Results stay until they have been read; more than these are in the history. */
const ENDED_MAX = 3;

interface Words {
  readonly t: Translator['t'];
  readonly format: Formatter;
}

/**
 * The options of this market, for the lane of its chart: side, time left, the way of the price and
 * the net result. What has ended stays until it is pressed.
 */
export function useOptionInsets(code: string): readonly ChartInset[] {
  const t = useT();
  const format = useFormat();
  const [, navigate] = useLocation();
  const { data } = useLiveOptions();
  const { ended, read } = useEnded(code);
  const seals = useEndedSeals(ended);
  const live = useMemo(() => (data ?? []).filter((order) => order.code === code), [data, code]);
  useRecentTicks(0 < live.length ? code : undefined);
  return useMemo(() => {
    const over = new Set(ended.map(({ id }) => id));
    const shown = [...live.filter(({ id }) => !over.has(id)), ...ended];
    return shown.flatMap((order) =>
      insetOf(order, {
        t,
        format,
        seal: order.settledAt === null ? undefined : (seals?.get(order.id) ?? 'open'),
        onPress: () => {
          read(order.id);
          navigate(`/order/options/${order.id}`);
        },
      }),
    );
  }, [live, ended, seals, t, format, read, navigate]);
}

/** Options that ended on this market while it was open, until their result has been read. */
function useEnded(code: string) {
  const book = useBook();
  const [ended, setEnded] = useState<readonly OptionsOrder[]>([]);
  useEffect(() => {
    const stop = onUserEvent({
      event: (kind, eventBook, data) => {
        if (kind !== 'options.order' || eventBook !== book) return;
        const order = data as OptionsOrder;
        if (order.code !== code || order.settledAt === null) return;
        setEnded((known) => [...known.filter(({ id }) => id !== order.id), order].slice(-ENDED_MAX));
      },
      resync: () => {},
    });
    return () => {
      stop();
      setEnded([]);
    };
  }, [code, book]);
  const read = useCallback((id: number) => setEnded((known) => known.filter((order) => order.id !== id)), []);
  return { ended, read };
}

/** The seals of what has ended here: open until this browser has verified their prices. */
function useEndedSeals(ended: readonly OptionsOrder[]) {
  const book = useBook();
  const ids = ended.map(({ id }) => id);
  const { data } = useQuery({
    ...orderSealsQuery({ product: 'options', ids, book }),
    enabled: 0 < ids.length,
    // A closed seal stays closed while another order ends.
    placeholderData: (before) => before,
  });
  return data?.seals;
}

const WORDS = { win: 'trade:orders.ahead', lose: 'trade:orders.behind', draw: 'trade:orders.level' } as const;
const OUTCOMES = {
  win: 'trade:outcome.win',
  lose: 'trade:outcome.lose',
  draw: 'trade:outcome.draw',
  void: 'trade:outcome.void',
} as const;

const SEAL_WORDS = {
  open: 'trade:order.proofPending',
  sealed: 'trade:order.proofOk',
  broken: 'trade:order.proofBad',
} as const;

interface InsetParts extends Words {
  /** Undefined while it runs. */
  readonly seal: OrderSeal | undefined;
  readonly onPress: () => void;
}

function insetOf(order: OptionsOrder, { t, format, seal, onPress }: InsetParts): ChartInset[] {
  const { entry, expiresAt, direction, precision } = order;
  if (entry === null || expiresAt === null) return [];
  const from = Date.parse(entry.at);
  const to = Date.parse(expiresAt);
  const figure = (word: string, net: string): ChartLineValue => {
    const value = resultValue(net, format);
    // Sign and colour say the same as the word.
    return { ...value, text: `${word} ${value.text}` };
  };
  const standing = (outcome: Outcome) => figure(t(WORDS[outcome]), netOfOutcome(order, outcome));
  const word = t(OUTCOMES[order.outcome ?? 'void']);
  const isOver = order.settledAt !== null;
  const amount = format.money(order.amount, order.asset);
  return [
    {
      id: String(order.id),
      label: t(direction === 'up' ? 'trade:options.up' : 'trade:options.down'),
      tone: direction,
      price: Number(entry.price),
      from,
      to,
      stake: format.number(order.amount, { min: 2, max: 2 }),
      result: isOver ? word : undefined,
      seal: seal && { state: seal, label: t(SEAL_WORDS[seal]) },
      prices: () => seenTicks(order.code).filter(({ at }) => from <= at && at <= to),
      value: (last) =>
        isOver
          ? figure(word, optionNet(order) ?? '0')
          : standing(outcomeAt(direction, last.toFixed(precision), entry.price)),
      onPress,
      pressLabel: t(direction === 'up' ? 'trade:chart.lineUp' : 'trade:chart.lineDown', { amount }),
    },
  ];
}
