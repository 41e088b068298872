import { useT } from '@glasshouse/app/language/language';
import { setUpDown, type UpDown, useTheme, useUpDown } from '@glasshouse/app/session/preferences';
import { IconButton, Menu } from '@glasshouse/ui';
import { Monitor, Moon, Palette, ScanSearch, Sun } from '@glasshouse/ui/icon/icons';
import { toggleXray } from '../../parts/page/xray.ts';
import { useThemeItems } from './use-theme-items.ts';

const PALETTE_ROWS = [
  { palette: 'green-red', label: 'shell:tool.paletteGreenRed' },
  { palette: 'red-green', label: 'shell:tool.paletteRedGreen' },
  { palette: 'blue-orange', label: 'shell:tool.paletteBlueOrange' },
] as const satisfies readonly { palette: UpDown; label: string }[];

export function AppearanceMenu() {
  const t = useT();
  const theme = useTheme();
  const themes = useThemeItems();
  const upDown = useUpDown();
  return (
    <Menu
      label={t('shell:tool.theme')}
      align="end"
      items={[
        ...themes,
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
