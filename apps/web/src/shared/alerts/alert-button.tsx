import { BottomSheet, IconButton, Stack } from '@glasshouse/ui';
import { Bell } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useT } from '../../i18n/language.ts';
import { useSession } from '../../session/session.ts';
import { LinkButton } from '../link-button.tsx';
import { AlertForm, type AlertMarket } from './alert-form.tsx';
import { AlertList } from './alert-list.tsx';
import { useAlerts } from './use-alerts.ts';

/** The bell beside a market: set an alert on it, see and end those it has. */
export function AlertButton({ market }: { market: AlertMarket }) {
  const t = useT();
  const session = useSession();
  const [open, setOpen] = useState(false);
  const alerts = useAlerts();
  const waiting = alerts.data?.active.some((alert) => alert.code === market.code) === true;
  const next = encodeURIComponent(`/cruuency?code=${market.code}`);
  return (
    <>
      <IconButton
        icon={Bell}
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
          <Stack gap={5}>
            <AlertForm market={market} />
            <AlertList code={market.code} />
          </Stack>
        )}
      </BottomSheet>
    </>
  );
}
