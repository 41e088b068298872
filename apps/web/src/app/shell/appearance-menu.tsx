import { useT } from '@glasshouse/app/language/language';
import { setTheme, setUpDown, type Theme, type UpDown, useTheme, useUpDown } from '@glasshouse/app/session/preferences';
import { IconButton, Menu } from '@glasshouse/ui';
import { Monitor, Moon, Palette, ScanSearch, Sun } from '@glasshouse/ui/icon/icons';
import { toggleXray } from '../../parts/page/xray.ts';

export const THEME_ROWS = [
  { theme: 'system', label: 'shell:tool.themeSystem', icon: Monitor },
  { theme: 'light', label: 'shell:tool.themeLight', icon: Sun },
  { theme: 'dark', label: 'shell:tool.themeDark', icon: Moon },
] as const satisfies readonly { theme: Theme; label: string; icon: unknown }[];

export const PALETTE_ROWS = [
  { palette: 'green-red', label: 'shell:tool.paletteGreenRed' },
  { palette: 'red-green', label: 'shell:tool.paletteRedGreen' },
  { palette: 'blue-orange', label: 'shell:tool.paletteBlueOrange' },
] as const satisfies readonly { palette: UpDown; label: string }[];

export function AppearanceMenu() {
  const t = useT();
  const theme = useTheme();
  const upDown = useUpDown();
  return (
    <Menu
      label={t('shell:tool.theme')}
      align="end"
      items={[
        ...THEME_ROWS.map((row) => ({
          id: row.theme,
          label: t(row.label),
          icon: row.icon,
          group: t('shell:tool.theme'),
          selected: row.theme === theme,
          onSelect: () => setTheme(row.theme),
        })),
        ...PALETTE_ROWS.map((row) => ({
          id: row.palette,
          label: t(row.label),
          icon: Palette,
          group: t('shell:tool.palette'),
          selected: row.palette === upDown,
          onSelect: () => setUpDown(row.palette),
        })),
        {
          id: 'xray',
          label: t('shell:tool.xray'),
          icon: ScanSearch,
          group: t('shell:tool.figures'),
          onSelect: toggleXray,
        },
      ]}
    >
      {(anchor) => (
        <IconButton
          {...anchor}
          icon={theme === 'dark' ? Moon : theme === 'light' ? Sun : Monitor}
          label={t('shell:tool.theme')}
        />
      )}
    </Menu>
  );
}
