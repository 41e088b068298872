/**
 * A new page starts at its top; back, forward and loading again return to where the reader was. The browser's own
 * restoration gives up when a route is still loading, so positions are kept per history entry and applied once the page is tall enough.
 */
const STORED_AS = 'scroll';
const POSITIONS_MAX = 50;
/** A list that is not there after this long will not be missed by a reader who has long begun to read what is. */
const RESTORE_MS = 10_000;
/** Whoever moves by hand meanwhile is not pulled away again. */
const BY_HAND = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

const positions = new Map<string, number>(stored());
let current = '';
let counter = 0;
let endRestoring: (() => void) | undefined;

/** Without storage, or with something else in it, loading again begins at the top. */
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
    // Full or forbidden: positions are a convenience.
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
  // While the page grows towards its place, where it stands is not where the reader was.
  if (endRestoring !== undefined) return;
  positions.delete(current);
  positions.set(current, window.scrollY);
  const oldest = positions.keys().next().value;
  if (POSITIONS_MAX < positions.size && oldest !== undefined) positions.delete(oldest);
}

/**
 * Goes to `target` in CSS pixels, again each time that the page has grown, until it is reached. Begins with the next
 * frame: the page that is left is drawn until then, may be tall enough too, and would be taken for the one that comes.
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
  // A route that only corrects its own address writes a new state; the entry keeps its place.
  window.addEventListener('replaceState', () => {
    if (keyOf(window.history.state) === undefined) stamp();
  });
  window.addEventListener('popstate', (event) => {
    leave();
    const key = keyOf(event.state);
    // Without a key it is a place on this page, which the browser goes to by itself.
    if (key === undefined) return adopt();
    current = key;
    restore(positions.get(key) ?? 0);
  });
}
