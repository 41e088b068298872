import type { ChartLine } from '@glasshouse/ui/chart';
import { useEffect, useMemo, useRef } from 'react';
import { useT } from '../../../i18n/language.ts';
import { marketSnapshot } from '../../../live/market.ts';
import type { ContractOrder } from '../../../live/user.ts';
import { useFormat } from '../../../shared/format.ts';
import { contractLines, type LineChanges } from './contract-lines.ts';
import { useQuickChanges } from './use-contract-calls.ts';
import { useLiveContracts } from './use-contracts.ts';

/**
 * Lines of the contracts on this market: entry or limit, stop, target and liquidation. Stop and target can be dragged, and the first one
 * is pulled out of the entry; `onEdit` is asked to show the dialog for those who would rather type.
 */
export function useContractLines(code: string, onEdit: (order: ContractOrder) => void): readonly ChartLine[] {
  const t = useT();
  const format = useFormat();
  const { data } = useLiveContracts();
  const changes = useQuickChanges();
  // The chart calls back long after this render; it reaches what is newest then.
  const newest = useRef({ ...changes, onEdit });
  useEffect(() => {
    newest.current = { ...changes, onEdit };
  });
  return useMemo(() => {
    const words = { t, format };
    const later: LineChanges = {
      move: (id, kind, price) => newest.current.setStops({ id, [kind]: price }),
      cancel: (order) => void newest.current.cancel(order),
      edit: (order) => newest.current.onEdit(order),
      quotes: () => {
        const { bid, ask } = marketSnapshot.quote(code);
        return { bid, ask };
      },
    };
    return (data ?? []).filter((order) => order.code === code).flatMap((order) => contractLines(order, words, later));
  }, [data, code, t, format]);
}
