import type { MarketRow } from '@glasshouse/api/schemas/market-row';
import { createFormatter } from '@glasshouse/i18n/format';
import { type Language, languageInfo } from '@glasshouse/i18n/languages';
import { translatorFor } from '@glasshouse/i18n/server';
import sharp from 'sharp';
import { isSimulated } from '../../market-data/feeds/registry.ts';
import { textDrawer } from '../../platform/picture/text-path.ts';

/** As large previews expect it. */
const SIZE = { width: 1200, height: 630 } as const;
const MARGIN = 80;
export const COLORS = {
  back: '#11141a',
  line: '#2a303b',
  ink: '#edf0f5',
  muted: '#9aa4b5',
  accent: '#a9a8ff',
} as const;
const CHART = { top: 330, height: 170 } as const;

/** The mark: a house of panes, as on the pages. */
const MARK = `<g transform="translate(${MARGIN} 66) scale(1.9)"><rect width="32" height="32" rx="7.5" fill="#4d4ad5"/>
<g fill="none" stroke="#ffffff" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round">
<path d="M8 14.2 16 7.6l8 6.6v10.2H8Z"/><path d="M8 19.1h8M16 7.6v16.8" opacity="0.6"/><path d="m16 19.1 2.8-3 2.3 1.6L24 14.2"/></g></g>`;

export type PicturedMarket = Pick<MarketRow, 'appName' | 'code' | 'price' | 'hundred' | 'source' | 'at' | 'precision'>;

/** What every preview has: its words, the name beside the mark, and lines from the margin on. */
export async function sheetFor(language: Language) {
  const draw = await textDrawer(language);
  const { t } = translatorFor(language);
  const format = createFormatter(language, 'UTC');
  const width = SIZE.width - 2 * MARGIN;
  const isRtl = languageInfo(language).dir === 'rtl';
  const line = (text: string, y: number, size: number, color: string): string =>
    draw(text, { x: MARGIN, y, size, color, width });
  const x = isRtl ? MARGIN : MARGIN + 84;
  const name = draw('Glasshouse', { x, y: 112, size: 40, color: COLORS.ink, width: width - 84 });
  return { t, format, isRtl, name, line };
}

/**
 * What a preview of a link shows: a market with its latest prices and their time, or what this is.
 * Nothing in it belongs to anybody.
 */
export async function socialPicture(market: PicturedMarket | undefined, language: Language): Promise<Buffer> {
  const { t, format, isRtl, name, line } = await sheetFor(language);
  const parts = [name];
  if (market === undefined) {
    parts.push(line(t('site:title.home'), 320, 76, COLORS.ink));
  } else {
    parts.push(line(market.appName, 226, 68, COLORS.ink));
    const { price, at } = market;
    if (price !== null && at !== null) {
      const texts = [market.code, format.price(String(price), market.precision), `${format.dateTime(at)} UTC`];
      parts.push(line(texts.map(isolated).join('  ·  '), 288, 34, COLORS.muted));
      parts.push(curve(market.hundred));
    }
    const note = isSimulated(market.source)
      ? t('shell:banner.simulated')
      : market.source === 'replay'
        ? t('shell:banner.replay')
        : '';
    parts.push(line(note, 570, 28, COLORS.muted));
  }
  return painted(parts, isRtl);
}

/** The parts of a picture on our ground, with the mark at the start of the line. */
export function painted(parts: readonly string[], isRtl: boolean): Promise<Buffer> {
  const mark = isRtl ? MARK.replace(`translate(${MARGIN} 66)`, `translate(${SIZE.width - MARGIN - 61} 66)`) : MARK;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
<rect width="100%" height="100%" fill="${COLORS.back}"/><rect y="${SIZE.height - 8}" width="100%" height="8" fill="#4d4ad5"/>${mark}${parts.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9 }).toBuffer();
}

/** Keeps figures and dates apart in a line from right to left. */
const isolated = (text: string): string => `\u2068${text}\u2069`;

/** The last prices, from left to right in every language, as charts are. */
function curve(prices: readonly number[]): string {
  if (prices.length < 2) return '';
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const span = high - low || 1;
  const step = (SIZE.width - 2 * MARGIN) / (prices.length - 1);
  const points = prices.map((price, index) => {
    const y = CHART.top + CHART.height * (1 - (price - low) / span);
    return `${(MARGIN + index * step).toFixed(1)},${y.toFixed(1)}`;
  });
  const base = CHART.top + CHART.height + 16;
  return `<path d="M${MARGIN} ${base}H${SIZE.width - MARGIN}" stroke="${COLORS.line}" stroke-width="2"/><polyline points="${points.join(' ')}" fill="none" stroke="${COLORS.accent}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"/>`;
}
