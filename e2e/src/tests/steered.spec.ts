import { enterAsGuest } from '../support/guest.ts';
import { expect, test } from '../support/test.ts';
import { buyOption, openMarket, settleAndVerify } from '../support/trading.ts';

const OUTCOMES = [
  { direction: 'up', to: '100100.00', outcome: 'win' },
  { direction: 'up', to: '99900.00', outcome: 'lose' },
  { direction: 'down', to: '100000.00', outcome: 'draw' },
] as const;

for (const { direction, to, outcome } of OUTCOMES) {
  test(`an option ${direction} that ends at ${to} is a ${outcome}`, async ({ visit, steered }) => {
    const { market, clock, minute } = steered;
    const person = await visit({ url: steered.url });
    await enterAsGuest(person);
    await market.set('BTCUSDT', '100000.00', '100000.00');
    await openMarket(person, 'BTCUSDT');
    const id = await buyOption(person, { code: 'BTCUSDT', direction, stake: '100' });
    await clock.advance('2s');
    await market.set('BTCUSDT', to, to);
    await clock.advance('30s');
    await minute.sign();
    const receipt = await settleAndVerify(person, id);
    expect(receipt).toMatchObject({ state: 'settled', outcome, entry: { price: '100000.00' }, exit: { price: to } });
  });
}
