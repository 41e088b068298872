import { formatFigure } from '@glasshouse/ui/figures/format-figure';
import { marketSnapshot } from '../../live/market-socket.ts';

/** The cells of a market that React has not taken over yet: it removes the attribute. */
const cellsOf = (root: ParentNode, code: string) =>
  root.querySelectorAll<HTMLElement>(`[data-price="${CSS.escape(code)}"]`);

interface Moving {
  readonly root: ParentNode;
  readonly codes: readonly string[];
  readonly locale: string;
  /** Called with the first price that moves. */
  readonly onMoved: () => void;
}

/**
 * Writes prices into the painted cells until the app is there. A cell has two texts, the last digit
 * in the second, as `PriceCell` renders a price that it has not seen move.
 */
export function movePrices({ root, codes, locale, onMoved }: Moving): void {
  for (const code of codes) {
    const stop = marketSnapshot.subscribe(code, () => {
      const cells = cellsOf(root, code);
      if (cells.length === 0) return stop();
      const { price, precision } = marketSnapshot.quote(code);
      if (price === undefined || precision === undefined) return;
      const written = formatFigure(price, { locale, places: precision });
      for (const { children } of cells) {
        const [head, last] = children;
        if (head === undefined || last === undefined) continue;
        const shown = `${head.textContent}${last.textContent}`;
        if (shown === written) continue;
        head.textContent = written.slice(0, -1);
        last.textContent = written.slice(-1);
        onMoved();
      }
    });
  }
}
