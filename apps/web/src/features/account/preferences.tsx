import { changeLanguage, useTranslator } from '@glasshouse/app/language/language';
import { MOTION_KEY, setMotion, setTheme, setUpDown, useTheme, useUpDown } from '@glasshouse/app/session/preferences';
import { readStored, writeStored } from '@glasshouse/app/session/storage';
import { LANGUAGE_LIST } from '@glasshouse/i18n/languages';
import { Banner, Select, Stack, Switch } from '@glasshouse/ui';
import { useState } from 'react';
import { ORDER_CONFIRMATION_KEY } from '../../parts/calls/preference-keys.ts';
import { Part } from './part.tsx';

/** Language, appearance and habits, stored in this browser. */
export function Preferences() {
  const { t, language } = useTranslator();
  const theme = useTheme();
  const upDown = useUpDown();
  const [failed, setFailed] = useState(false);
  const [still, setStill] = useState(() => readStored(MOTION_KEY) === 'none');
  const [asks, setAsks] = useState(() => readStored(ORDER_CONFIRMATION_KEY) !== 'off');
  return (
    <Part id="preferences" title={t('account:profile.preferences')}>
      <Stack gap={5}>
        <Select
          label={t('shell:tool.language')}
          value={language}
          onChange={(next) => {
            setFailed(false);
            changeLanguage(next).catch(() => setFailed(true));
          }}
          options={LANGUAGE_LIST.map(({ code, name }) => ({ value: code, label: name }))}
        />
        {failed && <Banner kind="danger">{t('common:state.unreachable')}</Banner>}
        <Select
          label={t('shell:tool.theme')}
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'system', label: t('shell:tool.themeSystem') },
            { value: 'light', label: t('shell:tool.themeLight') },
            { value: 'dark', label: t('shell:tool.themeDark') },
          ]}
        />
        <Select
          label={t('shell:tool.palette')}
          value={upDown}
          onChange={setUpDown}
          options={[
            { value: 'green-red', label: t('shell:tool.paletteGreenRed') },
            { value: 'red-green', label: t('shell:tool.paletteRedGreen') },
            { value: 'blue-orange', label: t('shell:tool.paletteBlueOrange') },
          ]}
        />
        <Switch
          spread
          label={t('guide:settings.still')}
          hint={t('guide:settings.stillHint')}
          checked={still}
          onChange={(next) => {
            setStill(next);
            setMotion(next ? 'none' : undefined);
          }}
        />
        <Switch
          spread
          label={t('account:profile.confirmOrders')}
          hint={t('account:profile.confirmOrdersHint')}
          checked={asks}
          onChange={(next) => {
            setAsks(next);
            writeStored(ORDER_CONFIRMATION_KEY, next ? undefined : 'off');
          }}
        />
      </Stack>
    </Part>
  );
}
