// @vitest-environment happy-dom
/** The value over time: read by pointer and by keys, over a day, a week, a month or all of it. */
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare } from '@glasshouse/app/testing/reading';
import { CUSTOMER, plain, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { balancesOf } from '../../../testing/balances.ts';
import { ValueCurve } from './value-curve.tsx';

const POINTS: ResultOf<'getEquityCurve'> = [
  { at: '2026-11-01T00:00:00.000Z', value: '9000', paidIn: '0' },
  { at: '2026-11-10T00:00:00.000Z', value: '8800.5', paidIn: '0' },
  { at: '2026-11-19T00:00:00.000Z', value: '8900', paidIn: '0' },
  { at: '2026-11-20T00:00:00.000Z', value: '9900', paidIn: '0' },
];
let server: FakeServer;

beforeEach(() => {
  server = new FakeServer()
    .on('listBalances', () => balancesOf('10000'))
    .on('listPositions', () => ({ items: [], next: null }))
    .on('listOptionOrders', () => ({ items: [], next: null }))
    .on('getEquityCurve', () => POINTS);
});

const curve = (more: Partial<RenderOptions> = {}) =>
  show(<ValueCurve />, { namespaces: ['portfolio', 'account', 'funds'], account: CUSTOMER, ...more });

test('it ends with the total of now, and says first, lowest and highest', async () => {
  const { t, format } = await curve();
  const slider = await screen.findByRole('slider', { name: t('funds:equity.read') });
  const money = (value: string) => format.money(value, 'USDT', { min: 2 });
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain(money('10000'));
  const spoken = bare(slider.parentElement!.textContent);
  for (const value of ['9000', '8800.5', '10000']) expect(spoken).toContain(bare(money(value)));
});

test('every point of the curve can be read by keys', async () => {
  const { user, t, format } = await curve();
  const slider = await screen.findByRole('slider', { name: t('funds:equity.read') });
  await expect.poll(() => slider.getAttribute('aria-valuemax')).toBe('3');
  slider.focus();
  await user.keyboard('{Home}');
  const spoken = (at: string, value: string) => `${format.dateTime(at)}: ${format.money(value, 'USDT', { min: 2 })}`;
  expect(slider.getAttribute('aria-valuetext')).toBe(spoken(POINTS[0]!.at, '9000'));
  await user.keyboard('{ArrowRight}');
  expect(slider.getAttribute('aria-valuetext')).toBe(spoken(POINTS[1]!.at, '8800.5'));
  await user.keyboard('{PageDown}');
  expect(slider.getAttribute('aria-valuenow')).toBe('0');
  await user.keyboard('{End}');
  expect(slider.getAttribute('aria-valuenow')).toBe('3');
});

test('a range is asked for once it is chosen, and its label says what the line is', async () => {
  const { user, t, format } = await curve();
  await screen.findByRole('slider');
  await user.click(screen.getByRole('button', { name: t('common:word.all') }));
  expect(screen.getByRole('button', { name: t('common:word.all') }).getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => server.sent('getEquityCurve').at(-1)?.query?.from).toMatch(/^2000/);
  const step = t('portfolio:curve.step', { time: format.duration(9 * 86_400, 'long') });
  await expect.poll(() => document.body.textContent).toContain(plain(`${t('portfolio:curve.all')} · ${step}`));
  expect(bare(document.body.textContent)).toContain(bare(`${t('portfolio:curve.start')} 9,000.00`));
});

test('a new account has nothing to show; a fault can be tried again', async () => {
  server.on('getEquityCurve', () => new Refusal(10000, 'No curve.'));
  const { user, t } = await curve();
  expect(await screen.findByText('No curve.')).toBeDefined();
  server.on('getEquityCurve', () => []);
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(await screen.findByText(t('funds:equity.empty'))).toBeDefined();
});

test('in Arabic the curve runs from left to right', async () => {
  const { t } = await curve({ language: 'ar' });
  const slider = await screen.findByRole('slider', { name: plain(t('funds:equity.read')) });
  expect(slider.closest('[dir]')!.getAttribute('dir')).toBe('ltr');
  expect(document.documentElement.dir).toBe('rtl');
});
