/**
 * Browsers that translate a page wrap its texts in elements of their own. A figure survives that
 * where each of its texts is the only child of an element: React then writes into the element. It
 * was 95,8661.25 where a text stood beside an element: the old text kept its digits.
 */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Change } from './change.tsx';
import { Countdown } from './countdown.tsx';
import { Figure } from './figure.tsx';
import { PriceCell } from './price-cell.tsx';

test.each([
  ['a price', <PriceCell key="price" price="95861.25" places={2} />],
  ['a price that is not known', <PriceCell key="none" price={undefined} places={2} />],
  ['an amount', <Figure key="amount" value="95861.25" asset="USDT" />],
  ['a number', <Figure key="number" value="95861.25" />],
  ['a change', <Change key="change" percent="-1.25" />],
  ['a countdown', <Countdown key="countdown" startsAt={0} endsAt={90_000} now={() => 0} label="Time left" />],
])('the texts of %s have an element each and are not translated', (_, figure) => {
  const html = renderToStaticMarkup(figure);
  expect(html).toMatch(/<bdi[^>]* translate="no"/);
  // No text before a start tag, none after an end tag.
  expect(html).not.toMatch(/>[^<>]+<(?!\/)/);
  expect(html).not.toMatch(/<\/\w+>[^<>]+/);
});
