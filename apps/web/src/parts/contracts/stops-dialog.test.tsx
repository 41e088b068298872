// @vitest-environment happy-dom
import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, isInvalid, noteOf, row } from '@glasshouse/app/testing/reading';
import { CUSTOMER, plain, pressEscape, type RenderOptions, show, typeOver } from '@glasshouse/app/testing/show.tsx';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { toasts } from '@glasshouse/ui';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { BITCOIN } from '../../testing/bitcoin.ts';
import { CONTRACT_NAMESPACES, POSITION, ROUND_PRICES, WAITING } from '../../testing/contract-orders.ts';
import { tick } from '../../testing/market.ts';
import { StopsDialog } from './stops-dialog.tsx';

let server: FakeServer;
let dismissed = 0;

beforeEach(() => {
  dismissed = 0;
  server = new FakeServer().on('getMarketInfo', () => BITCOIN).on('setStops', () => POSITION);
});

async function stops(order: ContractOrder = POSITION, more: Partial<RenderOptions> = {}) {
  const dialog = <StopsDialog order={order} onClose={() => (dismissed += 1)} />;
  const page = await show(dialog, { namespaces: CONTRACT_NAMESPACES, account: CUSTOMER, ...more });
  const { t, format, user, client } = page;
  tick(BITCOIN, ROUND_PRICES);
  await expect.poll(() => client.isFetching()).toBe(0);
  const region = screen.getByRole('dialog', { name: t('contracts:stops') });
  const field = (name: string) => within(region).getByRole<HTMLInputElement>('textbox', { name });
  const save = within(region).getByRole<HTMLButtonElement>('button', { name: t('common:action.save') });
  return {
    ...page,
    region,
    field,
    save,
    stopLoss: field(t('contracts:stopLoss')),
    /** Gives way to the steps of a ladder. */
    takeProfit: () => field(t('contracts:takeProfit')),
    fill: (input: HTMLInputElement, text: string) => typeOver(user, input, text),
    press: (name: string, within_: HTMLElement = region) => user.click(within(within_).getByRole('button', { name })),
    presets: (name: string) => within(region).getByRole('group', { name: t('contracts:presets', { name }) }),
    money: (value: string) => bare(format.money(value, 'USDT')),
    /** Saves, and returns what was sent. */
    saved: async () => {
      await user.click(save);
      await expect.poll(() => dismissed).toBe(1);
      return server.sent('setStops').map(({ body }) => body);
    },
  };
}

test('presets set a share of the margin after all costs, and each has its result in money', async () => {
  const { t, region, stopLoss, takeProfit, presets, press, money, saved } = await stops();
  await press('−25%', presets(t('contracts:stopLoss')));
  // 0.1 (p − 100,000) − 5 − 0.00005 p is no less than −125, in whole cents.
  expect(stopLoss.value).toBe('98,849.43');
  expect(bare(region.textContent)).toContain(money('-125'));
  await press('+100%', presets(t('contracts:takeProfit')));
  expect(takeProfit().value).toBe('105,102.56');
  expect(bare(region.textContent)).toContain(money('500'));
  expect(await saved()).toEqual([{ id: POSITION.id, stopLoss: '98849.43', takeProfit: '105102.56' }]);
  expect(toasts.read().at(-1)?.title).toBe(t('contracts:stopsSaved'));
});

test('the facts of the position stand above: entry, mark and liquidation price', async () => {
  const { t, format, region } = await stops();
  expect(row(t('contracts:entry'), region)).toBe(format.price('100000', 2));
  expect(row(t('contracts:mark'), region)).toBe(format.price('99995', 2));
  expect(row(t('contracts:liquidation'), region)).toBe(format.price('95547.77', 2));
});

test('a stop above the price or below the liquidation price is said at its field', async () => {
  const { t, stopLoss, save, fill } = await stops();
  for (const wrong of ['99990', '95547.77']) {
    await fill(stopLoss, wrong);
    expect(noteOf(stopLoss), wrong).toContain(t('contracts:problem.stopLong'));
    expect(save.disabled, wrong).toBe(true);
  }
  for (const right of ['99989.99', '95547.78']) {
    await fill(stopLoss, right);
    expect(isInvalid(stopLoss), right).toBe(false);
    expect(save.disabled, right).toBe(false);
  }
});

test('of a short position the stop is above, and the target below', async () => {
  const short = { ...POSITION, side: 'sell', liquidationPrice: '104447.76' } as const;
  const { t, stopLoss, takeProfit, fill } = await stops(short);
  await fill(stopLoss, '99000');
  expect(noteOf(stopLoss)).toContain(t('contracts:problem.stopShort'));
  await fill(stopLoss, '101000');
  expect(isInvalid(stopLoss)).toBe(false);
  await fill(takeProfit(), '100500');
  expect(noteOf(takeProfit())).toContain(t('contracts:problem.targetShort'));
});

test('a stop that was set is shown, and removed by an empty field or by its button', async () => {
  const order = { ...POSITION, stopLoss: '98000', takeProfit: '110000' };
  const { user, t, stopLoss, takeProfit, presets, press, saved } = await stops(order);
  expect(stopLoss.value).toBe('98,000');
  await press(t('common:word.none'), presets(t('contracts:stopLoss')));
  expect(stopLoss.value).toBe('');
  await user.clear(takeProfit());
  expect(await saved()).toEqual([{ id: POSITION.id, stopLoss: null, takeProfit: null }]);
});

test('a waiting order is compared with its limit, not with the price', async () => {
  const { t, region, format, stopLoss, fill } = await stops(WAITING);
  expect(row(t('contracts:limitPrice'), region)).toBe(format.price('90000', 2));
  await fill(stopLoss, '95000');
  expect(noteOf(stopLoss)).toContain(t('contracts:problem.stopLong'));
  await fill(stopLoss, '89000');
  expect(isInvalid(stopLoss)).toBe(false);
});

test('a ladder starts with half of the lots at a quarter of the margin, then takes the rest', async () => {
  const { t, field, press, saved } = await stops();
  await press(t('contracts:addTarget'));
  await press(t('contracts:addTarget'));
  const at = (step: number) => [
    field(t('contracts:targetPrice', { step })).value,
    field(t('contracts:targetLots', { step })).value,
  ];
  expect(at(1)).toEqual(['101,350.68', '5']);
  expect(at(2)).toEqual(['102,601.31', '5']);
  const targets = [
    { price: '101350.68', lots: '5' },
    { price: '102601.31', lots: '5' },
  ];
  expect(await saved()).toEqual([{ id: POSITION.id, stopLoss: null, targets }]);
});

test('steps that close more than is open are refused at the lots that are too many', async () => {
  const { t, format, field, save, fill, press, saved } = await stops();
  await press(t('contracts:addTarget'));
  expect(save.disabled).toBe(false);
  await press(t('contracts:addTarget'));
  const second = field(t('contracts:targetLots', { step: 2 }));
  await fill(second, '6');
  const numbers = { sum: format.number('11'), open: format.number('10') };
  expect(noteOf(second)).toContain(t('contracts:problem.targetLots', numbers));
  expect(isInvalid(field(t('contracts:targetLots', { step: 1 })))).toBe(false);
  expect(save.disabled).toBe(true);
  await press(t('contracts:removeStep', { step: 2 }));
  expect(save.disabled).toBe(false);
  expect(await saved()).toEqual([{ id: POSITION.id, stopLoss: null, targets: [{ price: '101350.68', lots: '5' }] }]);
});

test('a step no further away than the one before is refused at its price', async () => {
  const { t, field, save, fill, press } = await stops();
  await press(t('contracts:addTarget'));
  await press(t('contracts:addTarget'));
  const second = field(t('contracts:targetPrice', { step: 2 }));
  await fill(second, '101350.68');
  expect(noteOf(second)).toContain(t('contracts:problem.targets'));
  expect(save.disabled).toBe(true);
});

test('a ladder that is removed is cleared by name', async () => {
  const { t, press, saved } = await stops({ ...POSITION, targets: [{ price: '110000', lots: '5' }] });
  await press(t('contracts:removeStep', { step: 1 }));
  expect(await saved()).toEqual([{ id: POSITION.id, stopLoss: null, takeProfit: null, targets: null }]);
});

test('a trailing stop in percent is sent as a rate; an activation behind the price is refused', async () => {
  const { t, field, save, fill, saved } = await stops();
  await fill(field(t('order:trailing')), '1.5');
  const activation = field(t('order:activation'));
  await fill(activation, '99000');
  expect(noteOf(activation)).toContain(t('contracts:problem.activationLong'));
  expect(save.disabled).toBe(true);
  await fill(activation, '101000');
  expect(await saved()).toMatchObject([{ trailing: { rate: '0.015', activation: '101000' } }]);
});

test('a trailing stop that was left as it is does not begin anew', async () => {
  const trailing = { distance: null, rate: '0.02', activation: null, from: null, peak: null };
  const { t, field, fill, stopLoss, saved } = await stops({ ...POSITION, trailing });
  expect(field(t('order:trailing')).value).toBe('2');
  await fill(stopLoss, '98000');
  expect(await saved()).toEqual([{ id: POSITION.id, stopLoss: '98000', takeProfit: null }]);
});

test('a refusal about the stop stands at the stop, and goes once it is changed', async () => {
  server.on('setStops', () => new Refusal(code.stopLossUnreasonable, 'Closer than the minimum distance.'));
  const { user, stopLoss, save, fill } = await stops();
  await fill(stopLoss, '99980');
  await user.click(save);
  await expect.poll(() => noteOf(stopLoss)).toContain('Closer than the minimum distance.');
  expect(dismissed).toBe(0);
  await fill(stopLoss, '99000');
  expect(isInvalid(stopLoss)).toBe(false);
});

test('any other refusal stands below the fields', async () => {
  server.on('setStops', () => new Refusal(code.notTradable, 'It cannot be traded right now.'));
  const { user, region, stopLoss, save } = await stops();
  await user.click(save);
  expect(await within(region).findByText('It cannot be traded right now.')).toBeDefined();
  expect(isInvalid(stopLoss)).toBe(false);
  expect(dismissed).toBe(0);
});

test('while it is sent, nothing dismisses the dialog; Escape does otherwise', async () => {
  server = new FakeServer().on('getMarketInfo', () => BITCOIN);
  const { user, region, save } = await stops();
  pressEscape(region);
  expect(dismissed).toBe(1);
  await user.click(save);
  await expect.poll(() => server.open).toContain('setStops');
  pressEscape(region);
  expect(dismissed).toBe(1);
});

test('where changes come into force later, the dialog says how much', async () => {
  const contracts = BITCOIN.contracts && { ...BITCOIN.contracts, leadMs: 2_000 };
  server.on('getMarketInfo', () => ({ ...BITCOIN, contracts }));
  const { t, format } = await stops();
  const lead = t('contracts:stopsLead', { time: format.duration(2) });
  expect(await screen.findByText(plain(lead))).toBeDefined();
});

test('in German a price has a decimal comma; in Arabic the page runs from right to left', async () => {
  const german = await stops(POSITION, { language: 'de' });
  await german.fill(german.stopLoss, '98.849,43');
  expect(german.stopLoss.value).toBe('98.849,43');
  expect(bare(german.region.textContent)).toContain(german.money('-125'));
  expect((await german.saved())[0]?.stopLoss).toBe('98849.43');
  german.unmount();
  const arabic = await stops(POSITION, { language: 'ar' });
  expect(document.documentElement.dir).toBe('rtl');
  const preset = within(arabic.presets(arabic.t('contracts:stopLoss'))).getAllByRole('button')[0];
  expect(preset?.querySelector('bdi')?.dir).toBe('ltr');
});
