import { useTranslator } from '@glasshouse/app/language/language';
import { LanguageList } from '@glasshouse/app/language/language-list.tsx';
import { Dialog, IconButton, Menu } from '@glasshouse/ui';
import { Ellipsis, Globe, Headset, Megaphone } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useUnreadSupport } from '../../features/support/use-unread.ts';

/** The tools of a phone's header in one button, beside a chart that needs the room. */
export function MoreMenu() {
  const { t, language } = useTranslator();
  const [, navigate] = useLocation();
  const [choosing, setChoosing] = useState(false);
  const unread = useUnreadSupport();
  const support = unread === 0 ? t('support:title') : t('support:unread', { number: unread });
  return (
    <>
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
        {(anchor) => (
          <IconButton
            {...anchor}
            icon={Ellipsis}
            dot={0 < unread}
            label={unread === 0 ? t('shell:nav.more') : `${t('shell:nav.more')}: ${support}`}
          />
        )}
      </Menu>
      <Dialog
        open={choosing}
        onClose={() => setChoosing(false)}
        title={t('shell:tool.chooseLanguage')}
        closeLabel={t('common:action.close')}
      >
        <LanguageList onChosen={() => setChoosing(false)} />
      </Dialog>
    </>
  );
}
