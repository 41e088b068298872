import { useT } from '@glasshouse/app/language/language';
import { IconButton, Menu } from '@glasshouse/ui';
import { Ellipsis, Globe, Megaphone } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { LanguageDialog } from './language-dialog.tsx';
import { useSupportItem } from './use-support-item.ts';

/** The tools of a phone's header in one button, beside a chart that needs the room. */
export function MoreMenu() {
  const t = useT();
  const [, navigate] = useLocation();
  const [choosing, setChoosing] = useState(false);
  const support = useSupportItem();
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
          support.item,
          { id: 'language', label: t('shell:tool.language'), icon: Globe, onSelect: () => setChoosing(true) },
        ]}
      >
        {(anchor) => (
          <IconButton
            {...anchor}
            icon={Ellipsis}
            dot={support.isUnread}
            label={support.isUnread ? `${t('shell:nav.more')}: ${support.item.label}` : t('shell:nav.more')}
          />
        )}
      </Menu>
      <LanguageDialog open={choosing} onClose={() => setChoosing(false)} />
    </>
  );
}
