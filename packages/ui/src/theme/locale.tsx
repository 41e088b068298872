import { createContext, type ReactNode, useContext, useMemo } from 'react';

export interface UiLocale {
  /** BCP 47 tag for figures and dates, for example `de` or `zh-HK`. */
  locale: string;
  /** IANA zone; undefined means the zone of the machine. */
  timeZone?: string | undefined;
}

const LocaleContext = createContext<UiLocale>({ locale: 'en' });

/** Says once how figures and times are written below it. */
export function UiLocaleProvider({ locale, timeZone, children }: UiLocale & { children: ReactNode }) {
  const value = useMemo(() => ({ locale, timeZone }), [locale, timeZone]);
  return <LocaleContext value={value}>{children}</LocaleContext>;
}

export const useUiLocale = (): UiLocale => useContext(LocaleContext);
