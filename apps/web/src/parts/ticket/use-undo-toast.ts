import { useT } from '@glasshouse/app/language/language';
import { toasts } from '@glasshouse/ui';
import { Undo2 } from '@glasshouse/ui/icon/icons';
import { useMemo, useRef } from 'react';

interface Undo {
  readonly title: string;
  readonly onUndo: () => void;
}

/** A toast that takes back what was just moved. The next one replaces it. */
export function useUndoToast(): (undo: Undo) => void {
  const t = useT();
  const shown = useRef<number>(undefined);
  return useMemo(
    () =>
      ({ title, onUndo }: Undo) => {
        if (shown.current !== undefined) toasts.dismiss(shown.current);
        shown.current = toasts.show({ title, action: { label: t('trade:chart.undo'), icon: Undo2, onPress: onUndo } });
      },
    [t],
  );
}
