import type { Page } from '@playwright/test';

/** Text that does not fit where it stands. */
export interface Misfit {
  readonly what: 'page' | 'cut' | 'out' | 'wrapped';
  readonly text: string;
  /** Tag, role and classes, to find it by. */
  readonly where: string;
  readonly by: number;
}

/**
 * What of the visible text does not fit its box: a page that scrolls sideways, text that is cut
 * without a sign of it, text that sticks out of its box, and labels of tabs and of the navigation
 * that take more than one line. What scrolls by design, and an ellipsis in running text, is no
 * misfit.
 */
export const misfitsOn = (page: Page): Promise<Misfit[]> =>
  page.evaluate(() => {
    const SLACK = 1.5;
    const LABELS = 'button, [role=tab], [role=menuitem], label, th, summary';
    const found: Misfit[] = [];
    const whereOf = (element: Element): string =>
      [element.tagName.toLowerCase(), element.getAttribute('role') ?? '', element.className.toString()]
        .join(' ')
        .trim();
    const add = (what: Misfit['what'], element: Element, text: string, by: number): void => {
      found.push({ what, text: text.trim().slice(0, 80), where: whereOf(element).slice(0, 100), by: Math.round(by) });
    };
    /** Inside of what scrolls, or cuts, by itself. */
    const isKept = (element: Element): boolean => {
      for (let box = element.parentElement; box !== null && box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflowX !== 'visible') return true;
      }
      return false;
    };
    const root = document.documentElement;
    const widest = root.scrollWidth - root.clientWidth;
    if (SLACK < widest) {
      const outside = [...document.body.querySelectorAll('*')].find((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const sticksOut = 0 < width && (root.clientWidth + SLACK < right || left < -SLACK);
        return sticksOut && !isKept(element);
      });
      add('page', outside ?? root, outside?.textContent ?? '', widest);
    }
    const isHidden = (style: CSSStyleDeclaration): boolean =>
      style.visibility !== 'visible' || Number(style.opacity) === 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen = new Set<Element>();
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const text = node.textContent?.trim() ?? '';
      const owner = node.parentElement;
      if (text === '' || owner === null || owner.closest('noscript, script, style, svg, canvas, select') !== null)
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width, height }) => 0 < width && 0 < height);
      if (rects.length === 0 || !owner.checkVisibility({ contentVisibilityAuto: true })) continue;
      if (isHidden(getComputedStyle(owner))) continue;
      let left = Math.min(...rects.map((rect) => rect.left));
      let right = Math.max(...rects.map((rect) => rect.right));
      const top = Math.min(...rects.map((rect) => rect.top));
      const bottom = Math.max(...rects.map((rect) => rect.bottom));
      const isLabel = owner.closest(LABELS) !== null;
      if (
        owner.closest('[role=tab], header nav') !== null &&
        new Set(rects.map((rect) => Math.round(rect.top / 6))).size > 1
      ) {
        add('wrapped', owner, text, bottom - top);
      }
      for (let box: Element | null = owner; box !== null && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.position === 'fixed' && isHidden(style)) break;
        const bounds = box.getBoundingClientRect();
        // For screen readers only.
        if (bounds.width <= 1 || bounds.height <= 1 || style.clipPath !== 'none') break;
        if (/auto|scroll/.test(`${style.overflowX} ${style.overflowY}`)) break;
        if (seen.has(box) || style.display === 'inline' || style.display === 'contents') continue;
        const sideways = Math.max(bounds.left - left, right - bounds.right);
        const over = Math.max(sideways, bounds.top - top, bottom - bounds.bottom);
        const cuts = /hidden|clip/.test(style.overflowX) || /hidden|clip/.test(style.overflowY);
        const hasSign = style.textOverflow === 'ellipsis' || style.getPropertyValue('-webkit-line-clamp') !== 'none';
        if (cuts) {
          if (SLACK < over && (!hasSign || isLabel)) {
            seen.add(box);
            add('cut', box, text, over);
          }
          if (!hasSign) break;
          // The rest of it can still lie over what stands beside its cell.
          left = Math.max(left, bounds.left);
          right = Math.min(right, bounds.right);
          continue;
        }
        if (SLACK < sideways && box === owner.closest(`${LABELS}, td, [class*=badge]`)) {
          seen.add(box);
          add('out', box, text, sideways);
        }
      }
    }
    return found;
  });

/** Until a layout of another width stands: it is rendered, measured and corrected. */
const FRAMES = 4;

/** The same at another width, with the page put back to where it was. */
export async function misfitsAt(page: Page, width: number): Promise<Misfit[]> {
  const before = page.viewportSize();
  if (before?.width === width) return misfitsOn(page);
  await page.setViewportSize({ width, height: 800 });
  // Layouts that depend on the width render in the next frame, and measure in those after it.
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise((done) => requestAnimationFrame(done));
  }, FRAMES);
  return misfitsOn(page);
}
