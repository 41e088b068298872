import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { atRateOf } from '@glasshouse/trade/contracts/rate-now';
import type { ContractOrder } from '@glasshouse/trade/orders';
import type { ChartLine } from '@glasshouse/ui/chart';
import { useEffect, useMemo, useRef } from 'react';
import { marketSnapshot, useQuote } from '../../../live/market.ts';
import { useLiveContracts } from '../../../parts/orders/live-orders.ts';
import { contractLines, type LineChanges } from './contract-lines.ts';
import { useQuickChanges } from './use-contract-calls.ts';

/**
 * The contract lines of this market: entry or limit, stop, target and liquidation. Stop and target
 * can be dragged, also out of the entry; `onEdit` opens the dialog for those who prefer typing.
 */
export function useContractLines(code: string, onEdit: (order: ContractOrder) => void): readonly ChartLine[] {
  const t = useT();
  const format = useFormat();
  const { data } = useLiveContracts();
  const changes = useQuickChanges();
  // Lines of what is converted at its close move with the rate.
  const by = data?.find((order) => order.code === code && order.convertsBy !== undefined)?.convertsBy?.code;
  const mid = useQuote(by ?? code, (quote) => (by === undefined ? undefined : quote.price));
  // The chart calls back long after this render, so the callbacks read the latest values.
  const newest = useRef({ ...changes, onEdit });
  useEffect(() => {
    newest.current = { ...changes, onEdit };
  });
  return useMemo(() => {
    const words = { t, format };
    const latest: LineChanges = {
      move: (order, kind, price) =>
        newest.current.setStops({ id: order.id, [kind]: price }, { id: order.id, [kind]: order[kind] }),
      cancel: (order) => void newest.current.cancel(order),
      edit: (order) => newest.current.onEdit(order),
      quotes: () => {
        const { bid, ask } = marketSnapshot.quote(code);
        return { bid, ask };
      },
    };
    return (data ?? [])
      .filter((order) => order.code === code)
      .flatMap((order) => contractLines(atRateOf(order, mid), words, latest));
  }, [data, code, mid, t, format]);
}
