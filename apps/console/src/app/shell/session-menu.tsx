import { useT } from '@glasshouse/app/language/language';
import { LanguageList } from '@glasshouse/app/language/language-list.tsx';
import { setTheme, THEMES, useTheme } from '@glasshouse/app/session/preferences';
import { Avatar, BottomSheet, IconButton, Menu, Segmented, toasts } from '@glasshouse/ui';
import { CircleUser, Globe, LogOut, Palette, ShieldCheck } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { RoleNames } from '../../parts/people/role-names.tsx';
import { signOut, useSession } from '../../session/session.ts';
import styles from './session-menu.module.css';

const THEME_WORDS = {
  system: 'shell:tool.themeSystem',
  light: 'shell:tool.themeLight',
  dark: 'shell:tool.themeDark',
} as const;

/** Who is signed in, and what is theirs alone: language, appearance, security, leaving. */
export function SessionMenu({ compact = false }: { compact?: boolean }) {
  const t = useT();
  const [, navigate] = useLocation();
  const session = useSession();
  const theme = useTheme();
  const [panel, setPanel] = useState<'language' | 'theme'>();
  if (session === undefined) return null;
  const { name, roles } = session.operator;
  const leave = async () => {
    await signOut();
    toasts.show({ title: t('console:session.signedOut') });
  };
  return (
    <>
      <Menu
        label={t('shell:tool.account')}
        align={compact ? 'start' : 'end'}
        head={
          <div className={styles.head}>
            <p className={styles.name}>{name}</p>
            <RoleNames roles={roles} />
          </div>
        }
        items={[
          {
            id: 'security',
            label: t('console:page.security'),
            icon: ShieldCheck,
            onSelect: () => navigate('/security'),
          },
          { id: 'language', label: t('shell:tool.language'), icon: Globe, onSelect: () => setPanel('language') },
          { id: 'theme', label: t('shell:tool.theme'), icon: Palette, onSelect: () => setPanel('theme') },
          { id: 'leave', label: t('console:session.signOut'), icon: LogOut, onSelect: () => void leave() },
        ]}
      >
        {(anchor) =>
          compact ? (
            <IconButton {...anchor} icon={CircleUser} label={t('shell:tool.account')} />
          ) : (
            <button {...anchor} type="button" className={styles.anchor} aria-label={t('shell:tool.account')}>
              <Avatar name={name} size="m" />
            </button>
          )
        }
      </Menu>
      <BottomSheet
        open={panel === 'language'}
        onClose={() => setPanel(undefined)}
        title={t('shell:tool.chooseLanguage')}
        closeLabel={t('common:action.close')}
        width="s"
      >
        <LanguageList onChosen={() => setPanel(undefined)} />
      </BottomSheet>
      <BottomSheet
        open={panel === 'theme'}
        onClose={() => setPanel(undefined)}
        title={t('shell:tool.theme')}
        closeLabel={t('common:action.close')}
        width="s"
      >
        <Segmented
          full
          label={t('shell:tool.theme')}
          value={theme}
          options={THEMES.map((value) => ({ value, label: t(THEME_WORDS[value]) }))}
          onChange={setTheme}
        />
      </BottomSheet>
    </>
  );
}
