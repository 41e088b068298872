import { needMessages, translator } from '@glasshouse/app/language/language';

const BRAND = 'Glasshouse';
/** A heading that names nothing yet, as long as a page loads. */
const EMPTY = /^[\s\u00a0]*$/;

/** What the window is called: after the heading of the page, in the language of the reader. */
export const titleFor = (heading: string | null | undefined): string =>
  heading === null || heading === undefined || EMPTY.test(heading) ? BRAND : `${heading.trim()} · ${BRAND}`;

/**
 * Follows the heading as pages come and load. The first page keeps the title that the server gave
 * it until it has a heading of its own.
 */
export function followHeading(): void {
  let last = '';
  let frame = 0;
  const read = (): void => {
    frame = 0;
    // At home the heading is the name of who is logged in.
    const heading =
      window.location.pathname === '/'
        ? translator().find('site:title.home')
        : document.querySelector('main h1')?.textContent;
    if (heading === undefined || heading === null || heading === last || EMPTY.test(heading)) return;
    last = heading;
    document.title = titleFor(heading);
  };
  const soon = (): void => {
    if (frame === 0) frame = requestAnimationFrame(read);
  };
  // Prices change text nodes many times a second; headings come and go with elements.
  needMessages(['site']).then(soon, () => undefined);
  new MutationObserver(soon).observe(document.body, { childList: true, subtree: true });
  soon();
}
