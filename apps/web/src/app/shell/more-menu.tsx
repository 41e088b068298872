import { Dialog, IconButton, Menu } from '@glasshouse/ui';
import { Ellipsis, Globe, Headset, Megaphone } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useTranslator } from '../../i18n/language.ts';
import { LanguageList } from '../../shared/language-list.tsx';
import { useUserInfo } from '../../shared/use-user-info.ts';
import styles from './mobile-header.module.css';

/** The tools of a phone's header in one button, beside a chart that needs the room. */
export function MoreMenu() {
  const { t, language } = useTranslator();
  const [, navigate] = useLocation();
  const [choosing, setChoosing] = useState(false);
  const unread = useUserInfo().data?.unread.support ?? 0;
  const support = unread === 0 ? t('support:title') : t('support:unread', { number: unread });
  return (
    <span className={styles.more}>
      <Menu
        label={t('shell:nav.more')}
        align="end"
        items={[
          {
            id: 'announcements',
            label: t('help:announcements'),
            icon: Megaphone,
            onSelect: () => navigate('/help/notice'),
          },
          {
            id: 'support',
            label: support,
            icon: Headset,
            onSelect: () => window.open(`/service.html?language=${language}`, '_blank', 'noopener'),
          },
          { id: 'language', label: t('shell:tool.language'), icon: Globe, onSelect: () => setChoosing(true) },
        ]}
      >
        {(anchor) => <IconButton {...anchor} icon={Ellipsis} label={t('shell:nav.more')} />}
      </Menu>
      {0 < unread && <span aria-hidden="true" className={styles.dot} />}
      <Dialog
        open={choosing}
        onClose={() => setChoosing(false)}
        title={t('shell:tool.chooseLanguage')}
        closeLabel={t('common:action.close')}
      >
        <LanguageList onChosen={() => setChoosing(false)} />
      </Dialog>
    </span>
  );
}
