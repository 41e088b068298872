import { useT } from '@glasshouse/app/language/language';
import { lazyPart, OpenedPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useSession } from '@glasshouse/app/session/session';
import { BottomSheet, IconButton, SkeletonBlock, Stack } from '@glasshouse/ui';
import { BellPlus } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { marketHref } from '../market/market-href.ts';
import type { AlertMarket } from './alert-form.tsx';
import { useAlerts } from './use-alerts.ts';

/** Loaded when the bell is pressed: pages with a chart must not wait for a form. */
const AlertSheet = lazyPart(async () => (await import('./alert-sheet.tsx')).AlertSheet);

/** The bell of a market: sets an alert, and lists those it has. */
export function AlertButton({ market, size }: { market: AlertMarket; size?: 's' | 'm' }) {
  const t = useT();
  const session = useSession();
  const [open, setOpen] = useState(false);
  const alerts = useAlerts();
  const waiting = alerts.data?.active.some((alert) => alert.code === market.code) === true;
  const next = encodeURIComponent(marketHref({ code: market.code }));
  return (
    <>
      <IconButton
        size={size}
        icon={BellPlus}
        label={t(waiting ? 'alerts:openWaiting' : 'alerts:open', { market: market.appName })}
        dot={waiting}
        onClick={() => setOpen(true)}
      />
      <BottomSheet
        open={open}
        onClose={() => setOpen(false)}
        width="s"
        title={t('alerts:titleFor', { market: market.appName })}
        closeLabel={t('common:action.close')}
      >
        {session === undefined ? (
          <Stack gap={3}>
            <p>{t('alerts:visitor')}</p>
            <LinkButton href={`/pass/login?next=${next}`} variant="primary" full>
              {t('shell:tool.login')}
            </LinkButton>
          </Stack>
        ) : (
          <OpenedPart waiting={<SkeletonBlock height="4.2rem" />}>
            <AlertSheet market={market} />
          </OpenedPart>
        )}
      </BottomSheet>
    </>
  );
}
