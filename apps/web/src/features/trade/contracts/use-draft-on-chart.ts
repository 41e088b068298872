import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { parsePrice } from '@glasshouse/rules/money';
import { type ContractDraft, priceContract, rewardRatio } from '@glasshouse/trade/contracts/figures';
import { signOf } from '@glasshouse/ui';
import type { ChartLine, ChartLineValue } from '@glasshouse/ui/chart';
import { useEffect, useMemo, useRef } from 'react';
import { serverNow } from '../../../live/clock.ts';
import { marketSnapshot } from '../../../live/market.ts';
import { roundedAmount } from '../../../parts/money/rounded-money.tsx';
import { useUndoToast } from '../../../parts/ticket/use-undo-toast.ts';
import type { Workspace } from '../workspace/use-workspace.ts';
import type { ContractTicketState } from './use-contract-ticket.ts';

type Level = 'limitPrice' | 'stopPrice' | 'stopLoss' | 'takeProfit';
const LINE = {
  limitPrice: 'draft-entry',
  stopPrice: 'draft-trigger',
  stopLoss: 'draft-stop',
  takeProfit: 'draft-target',
} as const;
const TONES = { limitPrice: 'accent', stopPrice: 'accent', stopLoss: 'down', takeProfit: 'up' } as const;

/**
 * Shows the ticket on the chart: a limit, stop and target as lines that can be dragged, and between
 * them what would be risked and gained. What is dragged goes into the ticket.
 */
export function useDraftOnChart(workspace: Workspace, { draft, terms, change }: ContractTicketState): void {
  const t = useT();
  const format = useFormat();
  const undo = useUndoToast();
  const { info, showOnChart } = workspace;
  // The chart calls back long after this render.
  const newest = useRef(change);
  useEffect(() => {
    newest.current = change;
  });
  // By its fields: the draft is a new object with every price of the market.
  const { side, type, lots, leverage, limitPrice, stopPrice, ocoWith, stopLoss, takeProfit } = draft;
  const onChart = useMemo(() => {
    const set = (level: Level, price: string) => newest.current({ [level]: price });
    const levels = { side, type, lots, leverage, limitPrice, stopPrice, ocoWith, stopLoss, takeProfit };
    const names = {
      limitPrice: t(side === 'buy' ? 'contracts:draftBuy' : 'contracts:draftSell', {
        lots: format.number(lots || '0'),
      }),
      stopPrice: t('order:stopPrice'),
      stopLoss: t('contracts:stopLoss'),
      takeProfit: t('contracts:takeProfit'),
    };
    const lineOf = (level: Level, value?: (price: number) => ChartLineValue | undefined): ChartLine[] => {
      if (parsePrice(levels[level]) === undefined) return [];
      const before = levels[level];
      return [
        {
          id: LINE[level],
          price: Number(before),
          label: names[level],
          // What is not placed yet begins now.
          from: serverNow(),
          tone: TONES[level],
          onDrag: (price) => {
            const text = price.toFixed(info.precision);
            set(level, text);
            undo({
              title: `${names[level]} ${format.price(text, info.precision)}`,
              onUndo: () => set(level, before),
            });
            return true;
          },
          ...(value !== undefined && { value: () => value(Number(before)), valueAt: value }),
          ...((level === 'stopLoss' || level === 'takeProfit') && {
            onClose: () => set(level, ''),
            closeLabel: t(level === 'stopLoss' ? 'contracts:removeStop' : 'contracts:removeTarget'),
          }),
        },
      ];
    };
    const figuresAt = (moved: Partial<Record<Level, number | undefined>>) => {
      const { bid, ask, price: mid } = marketSnapshot.quote(info.code);
      const prices = Object.entries(moved).flatMap(([level, price]) =>
        price === undefined ? [] : [[level, price.toFixed(info.precision)]],
      );
      const at: ContractDraft = { ...levels, ...Object.fromEntries(prices) };
      return priceContract({ draft: at, market: { bid, ask, mid }, terms, available: undefined }).figures;
    };
    const resultOf = (level: 'stopLoss' | 'takeProfit') => (price: number) => {
      const figures = figuresAt({ [level]: price });
      const net = level === 'stopLoss' ? figures?.atStop : figures?.atTarget;
      if (net === undefined) return undefined;
      const tone = ({ 1: 'up', 0: 'neutral', [-1]: 'down' } as const)[signOf(net)];
      return { text: format.signedMoney(roundedAmount(net, 'gain')?.text ?? net, 'USDT', { min: 2, max: 6 }), tone };
    };
    const limit = type === 'limit' || type === 'stopLimit' ? lineOf('limitPrice') : [];
    const trigger = type === 'stop' || type === 'stopLimit' ? lineOf('stopPrice') : [];
    const stop = lineOf('stopLoss', resultOf('stopLoss'));
    const target = lineOf('takeProfit', resultOf('takeProfit'));
    const lines = [...limit, ...trigger, ...stop, ...target];
    if (lines.length === 0) return undefined;
    return {
      lines,
      box: {
        entry: limit[0]?.id ?? trigger[0]?.id,
        stop: stop[0]?.id,
        target: target[0]?.id,
        label: (at: { entry: number; stop: number; target: number }) => {
          const waitsAt = limit.length !== 0 ? 'limitPrice' : trigger.length !== 0 ? 'stopPrice' : undefined;
          const figures = figuresAt({
            ...(waitsAt !== undefined && { [waitsAt]: at.entry }),
            stopLoss: at.stop,
            takeProfit: at.target,
          });
          const ratio = figures && rewardRatio(figures);
          return ratio === undefined ? undefined : t('trade:chart.riskReward', { ratio: format.number(ratio) });
        },
      },
    };
  }, [t, format, undo, info, terms, side, type, lots, leverage, limitPrice, stopPrice, ocoWith, stopLoss, takeProfit]);
  useEffect(() => {
    showOnChart(onChart);
    return () => showOnChart(undefined);
  }, [showOnChart, onChart]);
}
