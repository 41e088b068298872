import { useT } from '@glasshouse/app/language/language';
import { setTheme, type Theme, useTheme } from '@glasshouse/app/session/preferences';
import type { MenuItem } from '@glasshouse/ui';
import { Monitor, Moon, Sun } from '@glasshouse/ui/icon/icons';

const THEME_ROWS = [
  { theme: 'system', label: 'shell:tool.themeSystem', icon: Monitor },
  { theme: 'light', label: 'shell:tool.themeLight', icon: Sun },
  { theme: 'dark', label: 'shell:tool.themeDark', icon: Moon },
] as const satisfies readonly { theme: Theme; label: string; icon: unknown }[];

/** The choice of a theme as items of a menu. */
export function useThemeItems(): readonly MenuItem[] {
  const t = useT();
  const theme = useTheme();
  return THEME_ROWS.map((row) => ({
    id: row.theme,
    label: t(row.label),
    icon: row.icon,
    group: t('shell:tool.theme'),
    selected: row.theme === theme,
    onSelect: () => setTheme(row.theme),
  }));
}
