import { createContext, type ReactNode, useContext, useMemo } from 'react';

interface UiLocale {
  /** BCP 47 tag for figures and dates, for example `de` or `en-GB`. */
  locale: string;
  /** IANA zone; undefined means the local zone. */
  timeZone?: string | undefined;
  /** What a field says of an amount that can be read in two ways. */
  unclearAmount?: string | undefined;
  /** Names the cross that closes a pane. */
  closeLabel?: string | undefined;
}

const LocaleContext = createContext<UiLocale>({ locale: 'en' });

/** Says once how figures and times are written below it. */
export function UiLocaleProvider({
  children,
  locale,
  timeZone,
  unclearAmount,
  closeLabel,
}: UiLocale & { children: ReactNode }) {
  const value = useMemo(
    () => ({ locale, timeZone, unclearAmount, closeLabel }),
    [locale, timeZone, unclearAmount, closeLabel],
  );
  return <LocaleContext value={value}>{children}</LocaleContext>;
}

export const useUiLocale = (): UiLocale => useContext(LocaleContext);
