import type { MessageKey } from '@glasshouse/i18n';
import { type Language, languageInfo } from '@glasshouse/i18n/languages';
import { translatorFor } from '@glasshouse/i18n/server';

/** What a launcher calls the shortcuts of the installed app, by their address. */
const SHORTCUTS: Readonly<Record<string, MessageKey>> = {
  '/market': 'shell:nav.market',
  '/zjxq': 'shell:nav.fundingDetails',
  '/profile/exchange': 'convert:convert',
};

interface Manifest {
  readonly shortcuts?: readonly { readonly name: string; readonly url: string }[];
}

/** The built manifest in a language. Its `id` stays: it is the same app in each of them. */
export function manifestIn(built: string, language: Language): string {
  const { t } = translatorFor(language);
  const { locale, dir } = languageInfo(language);
  const manifest = JSON.parse(built) as Manifest;
  const shortcuts = (manifest.shortcuts ?? []).map((shortcut) => {
    const key = SHORTCUTS[shortcut.url];
    return key === undefined ? shortcut : { ...shortcut, name: t(key) };
  });
  return JSON.stringify({ ...manifest, lang: locale, dir, description: t('site:about.home'), shortcuts });
}
