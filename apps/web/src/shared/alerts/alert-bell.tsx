import { BottomSheet, IconButton } from '@glasshouse/ui';
import { Bell } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useT } from '../../i18n/language.ts';
import { LinkButton } from '../link-button.tsx';
import { AlertList } from './alert-list.tsx';
import styles from './alerts.module.css';
import { countUnseen, markAlertsSeen, useSeenAt } from './seen-alerts.ts';
import { useAlerts } from './use-alerts.ts';

/** The bell of the header: how many alerts fired since it was last opened. */
export function AlertBell() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const unseen = countUnseen(useAlerts().data?.fired ?? [], useSeenAt());
  return (
    <span className={styles.bell}>
      <IconButton
        icon={Bell}
        label={unseen === 0 ? t('alerts:title') : t('alerts:unseen', { count: unseen })}
        onClick={() => {
          markAlertsSeen();
          setOpen(true);
        }}
      />
      {0 < unseen && (
        <span aria-hidden="true" className={styles.count}>
          {unseen}
        </span>
      )}
      <BottomSheet
        open={open}
        onClose={() => {
          // What fired while the list was in view has been seen as well.
          markAlertsSeen();
          setOpen(false);
        }}
        width="s"
        title={t('alerts:title')}
        closeLabel={t('common:action.close')}
        footer={
          <LinkButton href="/profile/alerts" onClick={() => setOpen(false)}>
            {t('alerts:all')}
          </LinkButton>
        }
      >
        <AlertList />
      </BottomSheet>
    </span>
  );
}
