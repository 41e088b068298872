// @vitest-environment happy-dom

import { LANGUAGES } from '@glasshouse/api/constants';
import { show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UnknownPage } from './unknown-page.tsx';

test.each(LANGUAGES)('an unknown address: it is named, stays, and leads home: %s', async (language) => {
  const { t } = await show(<UnknownPage />, { namespaces: ['guide'], path: '/zjxq/more', language });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('guide:gone.page'));
  expect(screen.getByText('/zjxq/more').dir).toBe('ltr');
  expect(screen.getByText(t('guide:gone.typed'))).toBeDefined();
  expect(screen.getByRole('link', { name: t('shell:nav.home') }).getAttribute('href')).toBe('/');
  expect(window.location.pathname).toBe('/zjxq/more');
});
