/**
 * A new page starts at its top; back and forward return to where the reader was. The browser's own restoration gives up
 * when a route is still loading, so positions are kept per history entry and applied once the page is tall enough.
 */
const POSITIONS_MAX = 50;
const RESTORE_FRAMES_MAX = 60;

const positions = new Map<string, number>();
let current = '';
let counter = 0;

const keyOf = (state: unknown): string | undefined => {
  const key = (state as { scrollKey?: unknown } | null)?.scrollKey;
  return typeof key === 'string' ? key : undefined;
};

function adopt(): void {
  counter += 1;
  current = `${Date.now().toString(36)}-${counter}`;
  window.history.replaceState({ ...window.history.state, scrollKey: current }, '');
}

function remember(): void {
  positions.delete(current);
  positions.set(current, window.scrollY);
  const oldest = positions.keys().next().value;
  if (POSITIONS_MAX < positions.size && oldest !== undefined) positions.delete(oldest);
}

function restore(target: number, framesLeft: number, key: string): void {
  if (key !== current) return;
  window.scrollTo(0, target);
  if (Math.abs(window.scrollY - target) < 2 || framesLeft <= 0) return;
  requestAnimationFrame(() => restore(target, framesLeft - 1, key));
}

/** Starts once, before the first render. */
export function manageScroll(): void {
  window.history.scrollRestoration = 'manual';
  const known = keyOf(window.history.state);
  if (known === undefined) adopt();
  else current = known;
  window.addEventListener('scroll', remember, { passive: true });
  window.addEventListener('pushState', () => {
    adopt();
    window.scrollTo(0, 0);
  });
  window.addEventListener('popstate', (event) => {
    current = keyOf(event.state) ?? current;
    if (keyOf(event.state) === undefined) adopt();
    restore(positions.get(current) ?? 0, RESTORE_FRAMES_MAX, current);
  });
}
