/**
 * A new page starts at its top; back and forward return to where the reader was. The browser's own restoration gives up
 * when a route is still loading, so positions are kept per history entry and applied once the page is tall enough.
 */
const POSITIONS_MAX = 50;
/** A list that is not there after this long will not be missed by a reader who has long begun to read what is. */
const RESTORE_MS = 10_000;
/** Whoever moves by hand meanwhile is not pulled away again. */
const BY_HAND = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

const positions = new Map<string, number>();
let current = '';
let counter = 0;
let endRestoring: (() => void) | undefined;

const keyOf = (state: unknown): string | undefined => {
  const key = (state as { scrollKey?: unknown } | null)?.scrollKey;
  return typeof key === 'string' ? key : undefined;
};

const stamp = () => window.history.replaceState({ ...window.history.state, scrollKey: current }, '');

function adopt(): void {
  counter += 1;
  current = `${Date.now().toString(36)}-${counter}`;
  stamp();
}

function remember(): void {
  // While the page grows towards its place, where it stands is not where the reader was.
  if (endRestoring !== undefined) return;
  positions.delete(current);
  positions.set(current, window.scrollY);
  const oldest = positions.keys().next().value;
  if (POSITIONS_MAX < positions.size && oldest !== undefined) positions.delete(oldest);
}

/** Goes to `target` in CSS pixels, again each time that the page has grown, until it is reached. */
function restore(target: number): void {
  const arrived = () => {
    window.scrollTo(0, target);
    return Math.abs(window.scrollY - target) < 2;
  };
  if (arrived()) return;
  const growth = new ResizeObserver(() => {
    if (arrived()) endRestoring?.();
  });
  const tooLate = setTimeout(() => endRestoring?.(), RESTORE_MS);
  const byHand = () => endRestoring?.();
  for (const type of BY_HAND) window.addEventListener(type, byHand, { passive: true });
  endRestoring = () => {
    endRestoring = undefined;
    growth.disconnect();
    clearTimeout(tooLate);
    for (const type of BY_HAND) window.removeEventListener(type, byHand);
  };
  growth.observe(document.documentElement);
  growth.observe(document.body);
}

/** What was on screen is left: its position is noted even when the browser has not reported the last movement yet. */
function leave(): void {
  remember();
  endRestoring?.();
}

/** Starts once, before the first render. */
export function manageScroll(): void {
  window.history.scrollRestoration = 'manual';
  const known = keyOf(window.history.state);
  if (known === undefined) adopt();
  else current = known;
  window.addEventListener('scroll', remember, { passive: true });
  window.addEventListener('pushState', () => {
    leave();
    adopt();
    window.scrollTo(0, 0);
  });
  // A route that only corrects its own address writes a new state; the entry keeps its place.
  window.addEventListener('replaceState', () => {
    if (keyOf(window.history.state) === undefined) stamp();
  });
  window.addEventListener('popstate', (event) => {
    leave();
    current = keyOf(event.state) ?? current;
    if (keyOf(event.state) === undefined) adopt();
    restore(positions.get(current) ?? 0);
  });
}
