/** The four pages and "More" at the bottom of a phone share its width: their names fit whole. */
import { LANGUAGES } from '@glasshouse/i18n/languages';
import { translatorFor } from '@glasshouse/i18n/server';
import { expect, test } from 'vitest';
import { dashboardPages } from '../../features/dashboard/pages.ts';
import { requestPages } from '../../features/requests/pages.ts';
import { userPages } from '../../features/users/pages.ts';
import { casePages } from '../cases/pages.ts';

/** 78 px at 390 px of width: "Einzahlungen" is cut, "Withdrawals" is not. */
const CHARACTERS_MAX = 11;

test.each(LANGUAGES)('%s: names at the bottom of a phone are not cut', (language) => {
  const { t } = translatorFor(language);
  const pages = [...casePages, ...dashboardPages, ...requestPages, ...userPages].filter(({ onPhone }) => onPhone);
  const names = pages.map(({ title, shortTitle = title }) => t(shortTitle));
  expect(names.filter((name) => CHARACTERS_MAX < name.length)).toEqual([]);
});
