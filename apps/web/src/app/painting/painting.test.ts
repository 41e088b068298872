// @vitest-environment happy-dom
/** What runs on a painted page before the app: prices that move, and input that is not lost. */
import type { MarketRow } from '@glasshouse/client/live/market-snapshot';
import { afterEach, expect, test, vi } from 'vitest';
import { applyPaintedRows, marketSnapshot } from '../../live/market-socket.ts';
import { holdEarlyInput, repeatEarlyInput } from './early-input.ts';
import { movePrices } from './move-prices.ts';
import { readPainted } from './painted.ts';

const ROW = { code: 'BTCUSDT', precision: 2, price: 1234.56, zdf: 1, open: true, stale: false, hundred: [], at: 1 };
const root = document.createElement('div');
document.body.append(root);
afterEach(() => root.replaceChildren());

const tick = (price: number) => marketSnapshot.applyRows([{ ...ROW, price }], Date.now());

test('a painted price moves as the app would write it, until React has the cell', () => {
  root.innerHTML = '<bdi data-price="BTCUSDT"><span>1,234.5</span><span>6</span></bdi>';
  const cell = root.firstElementChild as HTMLElement;
  const onMoved = vi.fn();
  applyPaintedRows([ROW as unknown as MarketRow]);
  movePrices({ root, codes: [ROW.code], locale: 'en-GB', onMoved });
  tick(1234.56);
  expect(onMoved).not.toHaveBeenCalled();
  tick(1300.1);
  expect([...cell.children].map(({ textContent }) => textContent)).toEqual(['1,300.1', '0']);
  expect(onMoved).toHaveBeenCalledTimes(1);
  cell.removeAttribute('data-price');
  tick(1400);
  expect(cell.textContent).toBe('1,300.10');
});

test('a press and a typed text are repeated once the app listens, and no form is sent before', () => {
  root.innerHTML = '<form><input><button type="submit">Send</button></form><a href="#x">Link</a>';
  const [form, field, button, link] = ['form', 'input', 'button', 'a'].map((name) => root.querySelector(name)!);
  holdEarlyInput(root);
  const events: string[] = [];
  const listen = () => {
    form!.addEventListener('submit', (event) => {
      event.preventDefault();
      events.push('submit');
    });
    field!.addEventListener('input', () => events.push(`input ${(field as HTMLInputElement).value}`));
    button!.addEventListener('click', () => events.push('click'));
  };
  (field as HTMLInputElement).value = 'typed';
  field!.dispatchEvent(new Event('input', { bubbles: true }));
  const press = new MouseEvent('click', { bubbles: true, cancelable: true });
  button!.dispatchEvent(press);
  expect(press.defaultPrevented).toBe(true);
  const follow = new MouseEvent('click', { bubbles: true, cancelable: true });
  link!.dispatchEvent(follow);
  expect(follow.defaultPrevented).toBe(false);
  listen();
  repeatEarlyInput();
  expect(events).toEqual(['input typed', 'click', 'submit']);
});

test('a shell has no data, and those of a painted page are read', () => {
  root.innerHTML = '';
  expect(readPainted(document)).toBeUndefined();
  root.innerHTML = '<script type="application/json" id="painted">{"address":"/market"}</script>';
  expect(readPainted(document)).toMatchObject({ address: '/market' });
});
