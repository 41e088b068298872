import type { Namespace } from '@glasshouse/i18n';
import { createFormatter } from '@glasshouse/i18n/format';
import type { Language } from '@glasshouse/i18n/languages';
import { decimalMarkOf, toasts, UiLocaleProvider, writtenAmount } from '@glasshouse/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, vi } from 'vitest';
import { changeLanguage, needMessages, translator, useTranslator } from '../language/language.ts';
import { type Account, type Book, endSession, setBook, startSession } from '../session/session.ts';
import { installPopovers } from './popovers.ts';

export interface RenderOptions {
  readonly language?: Language;
  /** What the component needs besides `common` and `shell`. */
  readonly namespaces: readonly Namespace[];
  readonly path?: string;
  readonly book?: Book;
  /** Left out, a visitor. */
  readonly account?: Account;
}

export const CUSTOMER: Account = {
  id: 1000,
  username: 'anna',
  email: 'anna@example.com',
  displayName: 'anna',
  guest: false,
} as Account;

installPopovers();
// Ends what never comes; a machine that is busy with other things takes its time.
configure({ asyncUtilTimeout: 20_000 });

/** Takes down what a test showed. */
export async function leave(): Promise<void> {
  cleanup();
  // What a page sends while it is left still reaches the server of the test.
  await new Promise(setImmediate);
  endSession();
  for (const { id } of toasts.read()) toasts.dismiss(id);
  vi.unstubAllGlobals();
}
afterEach(leave);

/**
 * Shows a component as a page does: texts of the language, formats, server data without retries.
 * Returns translator and formatter, so that a test names texts by their keys, and somebody who
 * types and presses.
 */
export async function show(element: ReactNode, options: RenderOptions) {
  const { language = 'en', namespaces, path = '/', book = 'demo', account } = options;
  window.history.replaceState(null, '', path);
  setBook(book);
  if (account !== undefined) startSession({ token: 'token', user: account });
  await needMessages(['common', 'shell', ...namespaces]);
  await changeLanguage(language);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const view = render(
    <QueryClientProvider client={client}>
      <Located>{element}</Located>
    </QueryClientProvider>,
  );
  const format = createFormatter(language);
  return { ...view, client, user: userEvent.setup(), t: translator().t, format };
}

/** The newest confirmation; undefined where there is none. */
export const newestToast = () => toasts.read().at(-1);

/** Words as `getByText` compares them, where a figure has a space that does not break. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Types over what stands in a field. */
export const typeOver = (user: ReturnType<typeof userEvent.setup>, field: HTMLInputElement, text: string) =>
  user.type(field, text, { initialSelectionStart: 0, initialSelectionEnd: field.value.length });

/** What a browser makes of Escape in a modal dialog. */
export const pressEscape = (dialog: HTMLElement): boolean =>
  fireEvent(dialog, new Event('cancel', { cancelable: true }));

function Located({ children }: { readonly children: ReactNode }) {
  const { locale, t } = useTranslator();
  const unclearAmount = t('common:state.unclearAmount', { example: writtenAmount('1234.5', decimalMarkOf(locale)) });
  return (
    <UiLocaleProvider locale={locale} unclearAmount={unclearAmount} closeLabel={t('common:action.close')}>
      {children}
    </UiLocaleProvider>
  );
}
