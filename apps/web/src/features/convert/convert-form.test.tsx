// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import type { ResultOf } from '@glasshouse/api';
import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, isInvalid, noteOf, row } from '@glasshouse/app/testing/reading';
import { CUSTOMER, plain, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import type { Quote } from '@glasshouse/trade/convert/figures';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { balancesOf } from '../../testing/balances.ts';
import { BITCOIN } from '../../testing/bitcoin.ts';
import { tick } from '../../testing/market.ts';
import { ConvertForm } from './convert-form.tsx';

const TICK = { seq: 41, price: '99995', bid: '99990', ask: '100000', at: '2026-11-30T01:00:00.000Z' };
/** Longer than any test takes: a price that is renewed would be another. */
const HOUR_MS = 3_600_000;
let server: FakeServer;
let opened: number[];
let quotes: number;

/**
 * 1,000 USDT less 0.125 % buy 0.0099875 bitcoin at 100,000, less 0.1 % at the next price. At the
 * middle they are worth 998.7000625: 1.2999375 is the spread.
 */
function quoteOf(more: Partial<Quote> = {}): Quote {
  quotes += 1;
  const now = Date.now();
  return {
    quoteId: `quote-${quotes}`,
    from: 'USDT',
    to: 'BTC',
    amount: '1000',
    receive: '0.0099875',
    reference: '0.00001000050002',
    price: '0.0000099875',
    spreadRate: '0.00129994',
    marginRate: '0.00125',
    bandRate: '0.00075',
    ticks: [{ code: 'BTCUSDT', tick: TICK }],
    priceAt: TICK.at,
    quotedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + HOUR_MS).toISOString(),
    next: { receive: '0.00999', least: '0.0098901', marginRate: '0.001', slippageRate: '0.01' },
    ...more,
  };
}

const CONVERSION: ResultOf<'convert'> = {
  id: 2651,
  from: 'USDT',
  to: 'BTC',
  amount: '1000',
  received: '0.0099875',
  state: 'filled',
  reference: '0.00001000050002',
  price: '0.0000099875',
  spreadRate: '0.00129994',
  ticks: [{ code: 'BTCUSDT', tick: TICK }],
  at: TICK.at,
};

const MARKETS: ResultOf<'listMarkets'> = ['BTC', 'ETH'].map((coin, index) => ({
  id: 20_001 + index,
  code: `${coin}USDT`,
  type: 2,
  appName: `${coin}/USDT`,
  logo: null,
  precision: 2,
  price: 99_995,
  nowPrice: 99_995,
  zdf: 0,
  open: true,
  stale: false,
  at: 1_796_000_000_000,
  source: 'sim',
  hundred: [],
}));

async function form(more: Partial<RenderOptions> = {}) {
  const page = await show(<ConvertForm onLines={(id) => opened.push(id)} />, {
    namespaces: ['trade', 'convert', 'funds', 'market'],
    account: CUSTOMER,
    ...more,
  });
  const { user, t, format } = page;
  tick(BITCOIN, { bid: 99_990, ask: 100_000, price: 99_995 });
  const give = screen.getByRole<HTMLInputElement>('textbox', { name: t('convert:give') });
  const paid = format.money('1000', 'USDT');
  const convert = () => screen.getByRole<HTMLButtonElement>('button', { name: t('convert:convert') });
  /** Once a firm price is there. */
  const convertTo = (received: string, from = paid) =>
    screen.findByRole('button', { name: t('convert:convertTo', { given: from, received }) });
  const type = async (amount: string) => {
    await user.clear(give);
    await user.type(give, amount);
  };
  const picker = (label: string) => screen.getByRole('button', { name: new RegExp(`^${label}: `) });
  return { ...page, give, given: paid, convert, convertTo, type, picker };
}

beforeEach(() => {
  opened = [];
  quotes = 0;
  server = new FakeServer()
    .on('listBalances', () => balancesOf('2500', { BTC: '0.5' }))
    .on('listMarkets', () => MARKETS)
    .on('quoteConversion', ({ query }) => quoteOf({ amount: query.amount }));
});

test('a held price: its figures, the button that names it, and what is sent', async () => {
  server.on('convert', () => CONVERSION);
  const { user, t, format, give, given: paid, convert, convertTo, type } = await form();
  expect(convert().disabled).toBe(true);
  await type('1000');
  const received = format.money('0.0099875', 'BTC');
  const button = await convertTo(received);
  expect(row(t('convert:reference'))).toBe(bare(format.money('99995', 'USDT')));
  const share = format.percent('0.00129994', { min: 2, max: 4, rounding: 'ceil' });
  expect(row(t('convert:spread'))).toBe(bare(`${format.money('1.2999375', 'USDT')}(${share})`));
  expect(row(t('convert:band'))).toBe(format.percent('0.00075', { min: 2, max: 4 }));
  expect(server.sent('quoteConversion').map(({ query }) => query)).toContainEqual({
    from: 'USDT',
    to: 'BTC',
    amount: '1000',
  });
  await user.click(button);
  expect(await screen.findByText(plain(t('convert:done', { given: paid, received })))).toBeDefined();
  expect(server.sent('convert').map(({ body }) => body)).toEqual([
    { from: 'USDT', to: 'BTC', amount: '1000', quoteId: `quote-${quotes}` },
  ]);
  expect(give.value).toBe('');
  expect(isInvalid(give)).toBe(false);
  await user.click(screen.getByRole('button', { name: t('convert:lines') }));
  expect(opened).toEqual([CONVERSION.id]);
});

test('at the next price it says the least, waits, and says what came of it', async () => {
  let state: 'waiting' | 'filled' = 'waiting';
  server.on('convert', () => ({ ...CONVERSION, state: 'waiting' as const }));
  server.on('listConversions', () => ({ items: [{ ...CONVERSION, received: '0.00999', state }], next: null }));
  const { user, t, format, client, given: paid, convert, type } = await form();
  await user.click(screen.getByRole('radio', { name: t('convert:next') }));
  await type('1000');
  await expect.poll(() => row(t('convert:least'))).toBe(bare(format.money('0.0098901', 'BTC')));
  await user.click(convert());
  expect(await screen.findByText(t('convert:waits'))).toBeDefined();
  expect(server.sent('convert')[0]?.body).toEqual({ from: 'USDT', to: 'BTC', amount: '1000' });
  state = 'filled';
  // As an event of the user socket does; calls that stay open would never end.
  void client.invalidateQueries();
  const done = t('convert:done', { given: paid, received: format.money('0.00999', 'BTC') });
  expect(await screen.findByText(plain(done))).toBeDefined();
});

test('a conversion that the next price ended says why', async () => {
  server.on('convert', () => ({ ...CONVERSION, state: 'cancelled' as const, reason: 'moved' as const }));
  const { user, t, convert, type } = await form();
  await user.click(screen.getByRole('radio', { name: t('convert:next') }));
  await type('1000');
  await expect.poll(() => convert().disabled).toBe(false);
  await user.click(convert());
  expect(await screen.findByText(t('convert:reason.moved', { asset: 'USDT' }))).toBeDefined();
});

test('an amount that cannot be given is said at its field, and no price is asked for', async () => {
  const { user, t, give, convert, type } = await form();
  await screen.findByText(/2,500/);
  await type('2500.01');
  await user.tab();
  expect(noteOf(give)).toBe(t('convert:notEnough', { asset: 'USDT' }));
  expect(convert().disabled).toBe(true);
  await type('0');
  expect(noteOf(give)).toBe(t('convert:enterAmount', { asset: 'USDT' }));
  await user.click(screen.getByRole('button', { name: t('common:action.max') }));
  expect(give.value).toBe('2,500');
  expect(isInvalid(give)).toBe(false);
  await expect.poll(() => server.sent('quoteConversion').at(-1)?.query.amount).toBe('2500');
  expect(server.sent('quoteConversion').map(({ query }) => query.amount)).not.toContain('2500.01');
});

test.each([
  ['moved too far', code.quoteMoved, 'convert:moved'],
  ['came too late', code.quoteExpired, 'convert:late'],
] as const)('after a price that %s nothing is converted, and another one is shown', async (_title, number, key) => {
  server.on('convert', () => new Refusal(number, 'Refused.'));
  const { user, t, format, convertTo, type } = await form();
  await type('1000');
  const button = await convertTo(format.money('0.0099875', 'BTC'));
  server.on('quoteConversion', () => quoteOf({ receive: '0.0099' }));
  await user.click(button);
  expect(await screen.findByText(t(key))).toBeDefined();
  expect(screen.queryByText('Refused.')).toBeNull();
  expect(await convertTo(format.money('0.0099', 'BTC'))).toBeDefined();
});

test('a refusal about the amount stands at its field, any other above the button', async () => {
  server.on('convert', () => new Refusal(code.balanceInsufficient, 'Not enough.'));
  const { user, format, give, convertTo, type } = await form();
  await type('1000');
  await user.click(await convertTo(format.money('0.0099875', 'BTC')));
  await expect.poll(() => noteOf(give)).toBe('Not enough.');
  server.on('convert', () => new Refusal(code.notTradable, 'Halted.'));
  await user.click(await convertTo(format.money('0.0099875', 'BTC')));
  expect(await screen.findByText('Halted.')).toBeDefined();
  expect(isInvalid(give)).toBe(false);
});

test('a price that is refused says why, and can be asked for again', async () => {
  server.on('quoteConversion', () => new Refusal(code.networkLimit, 'Too much of this coin.'));
  const { user, t, format, convertTo, type } = await form();
  await type('1000');
  expect(await screen.findByText('Too much of this coin.')).toBeDefined();
  server.on('quoteConversion', () => quoteOf());
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(await convertTo(format.money('0.0099875', 'BTC'))).toBeDefined();
});

test('a price that ran out often enough is renewed only when somebody asks', async () => {
  server.on('quoteConversion', () => quoteOf({ expiresAt: TICK.at }));
  const { user, t, format, convertTo, type } = await form();
  await type('1000');
  const renew = await screen.findByRole('button', { name: t('convert:newPrice') });
  expect(screen.getByText(t('convert:ended'))).toBeDefined();
  server.on('quoteConversion', () => quoteOf());
  await user.click(renew);
  expect(await convertTo(format.money('0.0099875', 'BTC'))).toBeDefined();
});

test('coins are chosen from a list with a search, and swapped', async () => {
  const { user, t, picker, give } = await form();
  await user.click(picker(t('convert:to')));
  const list = await screen.findByRole('dialog', { name: t('convert:to') });
  await within(list).findByRole('button', { name: /^ETH/ });
  // Those that are owned come first.
  const coins = within(list).getAllByRole('listitem');
  expect(coins.map(({ textContent }) => /USDT|BTC|ETH/.exec(textContent)?.[0])).toEqual(['USDT', 'BTC', 'ETH']);
  await user.type(within(list).getByRole('textbox', { name: t('common:action.search') }), 'et');
  await user.click(within(list).getByRole('button', { name: /^ETH/ }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(picker(t('convert:to')).textContent).toContain('ETH');
  // The coin of the other side changes places with this one.
  await user.click(picker(t('convert:from')));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^ETH/ }));
  expect([picker(t('convert:from')), picker(t('convert:to'))].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('ETH'),
    expect.stringContaining('USDT'),
  ]);
  expect(give.value).toBe('');
});

test('the way back starts with what would have been received', async () => {
  const { user, t, format, give, convertTo, type, picker } = await form({ path: '/convert?from=USDT&to=BTC' });
  await type('1000');
  await convertTo(format.money('0.0099875', 'BTC'));
  await user.click(screen.getByRole('button', { name: t('convert:turn') }));
  expect(picker(t('convert:from')).textContent).toContain('BTC');
  expect(give.value).toBe('0.0099875');
});

test('Enter converts once, at the price that is shown; German writes a comma', async () => {
  server.on('convert', () => new Promise(() => undefined));
  const { user, format, convertTo, type } = await form({ language: 'de' });
  await type('1000,5');
  const [paid, received] = [format.money('1000.5', 'USDT'), format.money('0.0099875', 'BTC')];
  expect(paid).toContain('1.000,50');
  const button = await convertTo(received, paid);
  await user.keyboard('{Enter}');
  await user.keyboard('{Enter}');
  await user.click(button);
  expect(server.sent('convert').map(({ body }) => body.amount)).toEqual(['1000.5']);
});

test('in Arabic the page runs from right to left, and amounts from left to right', async () => {
  const { t, format, give, convertTo, type } = await form({ language: 'ar' });
  await type('1000');
  await convertTo(format.money('0.0099875', 'BTC'));
  expect(document.documentElement.dir).toBe('rtl');
  expect(give.closest('[dir]')?.getAttribute('dir')).toBe('ltr');
  expect(row(t('convert:reference'))).toBe(bare(format.money('99995', 'USDT')));
});

test('an amount that is too wide for a phone has the picker below it, not on top of it', () => {
  const css = readFileSync(`${import.meta.dirname}/convert.module.css`, 'utf8');
  const rule = (name: string) => new RegExp(`\\n\\.${name} \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  expect(rule('side')).toContain('flex-wrap: wrap');
  // With a basis of 0 nothing would ever wrap.
  expect(rule('receive')).toContain('flex: 1 1 auto');
});
