import type { ChartLine } from '@glasshouse/ui/chart';
import { useEffect, useMemo, useRef } from 'react';
import { useT } from '../../../i18n/language.ts';
import { useFormat } from '../../../shared/format.ts';
import { contractLines, type LineChanges } from './contract-lines.ts';
import { useQuickChanges } from './use-contract-calls.ts';
import { useLiveContracts } from './use-contracts.ts';

/** Entry, stop, target and liquidation lines of the contracts on this market; stop and target can be dragged. */
export function useContractLines(code: string): readonly ChartLine[] {
  const t = useT();
  const format = useFormat();
  const { data } = useLiveContracts();
  const changes = useQuickChanges();
  // The chart calls back long after this render; it reaches what is newest then.
  const newest = useRef(changes);
  useEffect(() => {
    newest.current = changes;
  });
  return useMemo(() => {
    const words = { t, format };
    const later: LineChanges = {
      move: (id, kind, price) => newest.current.setStops({ id, [kind]: price }),
      cancel: (order) => void newest.current.cancel(order),
    };
    return (data ?? []).filter((order) => order.code === code).flatMap((order) => contractLines(order, words, later));
  }, [data, code, t, format]);
}
