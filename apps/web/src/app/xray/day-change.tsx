import { useT } from '@glasshouse/app/language/language';
import { loadCallTable } from '@glasshouse/client/load-call-table';
import { dayChangeDerivation } from '@glasshouse/rules/derivations/markets';
import { ofTick } from '@glasshouse/rules/derivations/terms';
import { percentText } from '@glasshouse/trade/contracts/live-figures';
import { Change, Pane, usePopover } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { fetchResult } from '../../api/client.ts';
import { marketSnapshot } from '../../live/market.ts';
import { tickOfNow } from '../../live/tick-of-now.ts';
import { type AskedChange, requestedChange } from '../../parts/page/xray.ts';
import { DerivationBody } from '../../parts/reasons/derivation-body.tsx';

function holdBy(panel: HTMLElement | null, finger: number): void {
  try {
    panel?.setPointerCapture(finger);
  } catch {
    // Lifted before the panel was loaded.
  }
}

/** Why a market has changed by so much over the day: its price now, and that of a day ago. */
export function DayChange({ anchor, finger }: AskedChange) {
  const t = useT();
  const code = anchor.dataset.derived ?? '';
  const popover = usePopover({ isPane: true });
  const { anchorRef, panelRef, show, open } = popover;
  const wasOpen = useRef(false);
  const { data } = useQuery({
    queryKey: ['dayChange', code],
    queryFn: async ({ signal }) => {
      await loadCallTable();
      const [day] = await fetchResult('listMarketDays', { query: { code: [code] }, signal });
      return day ?? null;
    },
    // Both prices are of the moment of asking.
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    // Of the place alone: it is no button.
    anchorRef.current = anchor as HTMLButtonElement;
    show();
    // The panel is the finger's from now on: lifted beside it, it would close it again.
    if (finger !== undefined) holdBy(panelRef.current, finger);
  }, [anchor, finger, anchorRef, panelRef, show]);
  useEffect(() => {
    if (wasOpen.current && !open) requestedChange.set(undefined);
    wasOpen.current = open;
  }, [open]);
  const { price, precision } = marketSnapshot.quote(code);
  const dayAgo = data?.day[0]?.toFixed(precision);
  const isKnown = price !== undefined && dayAgo !== undefined;
  const change = isKnown ? dayChangeDerivation({ price, dayAgo }) : undefined;
  return (
    <Pane popover={popover} label={t('market:list.change')}>
      {isKnown && (
        <DerivationBody
          reason={{
            name: `${code} · ${t('market:list.change')}`,
            derivation: change && ofTick(change, tickOfNow(code)),
            shown: { show: (share) => <Change percent={percentText(share)} /> },
          }}
        />
      )}
    </Pane>
  );
}
