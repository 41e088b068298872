import { useT } from '@glasshouse/app/language/language';
import { lazyPart, OpenedPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { Button } from '@glasshouse/ui';
import { useState } from 'react';

/** What the workspace opens from the row of a position, too. */
const CloseDialog = lazyPart(async () => (await import('../../parts/contracts/close-dialog.tsx')).CloseDialog);
const StopsDialog = lazyPart(async () => (await import('../../parts/contracts/stops-dialog.tsx')).StopsDialog);
const ReverseInPlace = lazyPart(
  async () => (await import('../../parts/contracts/reverse-in-place.tsx')).ReverseInPlace,
);

const DIALOGS = { close: CloseDialog, stops: StopsDialog, reverse: ReverseInPlace } as const;

/** What can be done with an open position on its own page: close all or part, stops, reverse. */
export function ContractControls({ order }: { readonly order: ContractOrder }) {
  const t = useT();
  const [opened, setOpened] = useState<keyof typeof DIALOGS>();
  const Opened = opened === undefined ? undefined : DIALOGS[opened];
  return (
    <>
      <Button variant="primary" onClick={() => setOpened('close')}>
        {t('contracts:close')}
      </Button>
      <Button onClick={() => setOpened('stops')}>{t('contracts:stops')}</Button>
      {order.closingLots === null && <Button onClick={() => setOpened('reverse')}>{t('contracts:reverse')}</Button>}
      {Opened !== undefined && (
        <OpenedPart>
          <Opened order={order} onClose={() => setOpened(undefined)} />
        </OpenedPart>
      )}
    </>
  );
}
