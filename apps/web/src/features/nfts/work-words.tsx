import type { ResultOf } from '@glasshouse/api';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { LANGUAGE_LIST, type Language } from '@glasshouse/i18n/languages';
import { Badge } from '@glasshouse/ui';

export type Work = ResultOf<'getNftById'>['listing'];
export type Owned = ResultOf<'listMyNfts'>['items'][number];

export const localeOf = (language: Language): { readonly lang: string; readonly dir: 'ltr' | 'rtl' } => {
  const found = LANGUAGE_LIST.find(({ code }) => code === language);
  return { lang: found?.locale ?? language, dir: found?.dir === 'rtl' ? 'rtl' : 'ltr' };
};

export function StateBadge({ state }: { state: Work['state'] }) {
  const t = useT();
  return <Badge tone={state === 'onSale' ? 'success' : 'neutral'}>{t(`nfts:state.${state}`)}</Badge>;
}

/** Says that a text is not in the reader's language, and in which one it is. */
export function Untranslated({ shown, className }: { shown: Language; className?: string | undefined }) {
  const { t, language } = useTranslator();
  if (shown === language) return null;
  const name = LANGUAGE_LIST.find(({ code }) => code === shown)?.name ?? shown;
  return <p className={className}>{t('nfts:untranslated', { language: name })}</p>;
}
