/** A slider has no direction of its own: in Arabic it runs from right to left, as its page does. */
import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Slider } from './slider.tsx';

test('the direction is that of the page, and the filled part begins where the page does', () => {
  const html = renderToStaticMarkup(<Slider label="Leverage" min={1} max={101} value={26} onChange={() => {}} />);
  expect(html).not.toMatch(/\bdir=/);
  expect(html).toContain('--done:25%');
  const css = readFileSync(new URL('slider.module.css', import.meta.url), 'utf8');
  expect(css).toMatch(/linear-gradient\(to var\(--towards\), var\(--act\) var\(--done\)/);
  expect(css).toMatch(/\.slider:dir\(rtl\) \{\s*--towards: left;/);
});
