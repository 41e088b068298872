/**
 * A new page starts at its top; back, forward and reload restore the scroll position. The browser's
 * own restoration gives up while a route is still loading, so positions are stored per history
 * entry and applied once the page is tall enough.
 */
const STORED_AS = 'scroll';
const POSITIONS_MAX = 50;
/** After this long, the reader has begun to read whatever is there. */
const RESTORE_MS = 10_000;
/** Any manual scrolling stops it. */
const BY_HAND = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

const positions = new Map<string, number>(stored());
let current = '';
let counter = 0;
let endRestoring: (() => void) | undefined;

/** Without valid stored positions, a reload starts at the top. */
function stored(): [string, number][] {
  try {
    const entries: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? '[]');
    return Array.isArray(entries) ? entries.filter(isPosition) : [];
  } catch {
    return [];
  }
}

function isPosition(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && Number.isFinite(entry[1]);
}

function store(): void {
  remember();
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify([...positions]));
  } catch {
    // Storage full or forbidden: positions are a convenience.
  }
}

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
  // While a page is being restored, its position is not the reader's.
  if (endRestoring !== undefined) return;
  positions.delete(current);
  positions.set(current, window.scrollY);
  const oldest = positions.keys().next().value;
  if (POSITIONS_MAX < positions.size && oldest !== undefined) positions.delete(oldest);
}

/**
 * Scrolls to `target` (CSS pixels) each time the page grows, until reached. Starts in the next
 * frame: until then the old page is still rendered, and might be tall enough too.
 */
function restore(target: number): void {
  const arrive = () => {
    window.scrollTo(0, target);
    if (Math.abs(window.scrollY - target) < 2) endRestoring?.();
  };
  const growth = new ResizeObserver(arrive);
  const frame = requestAnimationFrame(() => {
    growth.observe(document.documentElement);
    growth.observe(document.body);
    arrive();
  });
  const tooLate = setTimeout(() => endRestoring?.(), RESTORE_MS);
  const byHand = () => endRestoring?.();
  for (const type of BY_HAND) window.addEventListener(type, byHand, { passive: true });
  endRestoring = () => {
    endRestoring = undefined;
    cancelAnimationFrame(frame);
    growth.disconnect();
    clearTimeout(tooLate);
    for (const type of BY_HAND) window.removeEventListener(type, byHand);
  };
}

/**
 * Stores the position of the page being left, even if the browser has not reported the last scroll.
 */
function leave(): void {
  remember();
  endRestoring?.();
}

/** Call once, before the first render. */
export function manageScroll(): void {
  window.history.scrollRestoration = 'manual';
  const known = keyOf(window.history.state);
  if (known === undefined) adopt();
  else {
    current = known;
    restore(positions.get(known) ?? 0);
  }
  window.addEventListener('pagehide', store);
  window.addEventListener('scroll', remember, { passive: true });
  window.addEventListener('pushState', () => {
    leave();
    adopt();
    window.scrollTo(0, 0);
  });
  // A route that only corrects its own URL writes a new state; the entry keeps its position.
  window.addEventListener('replaceState', () => {
    if (keyOf(window.history.state) === undefined) stamp();
  });
  window.addEventListener('popstate', (event) => {
    leave();
    const key = keyOf(event.state);
    // Without a key it is an anchor on this page, which the browser scrolls to.
    if (key === undefined) return adopt();
    current = key;
    restore(positions.get(key) ?? 0);
  });
}
