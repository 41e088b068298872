import type { CorporateAction } from './corporate-actions.tsx';

const DAY_MS = 24 * 60 * 60_000;
/** Further ahead nobody needs to act. */
const AHEAD_MS = 30 * DAY_MS;
/** As long a price of before may still surprise. */
const RECENT_MS = 7 * DAY_MS;

/** What a market is marked with: the next action, or else the last one of the past week. */
export function markedAction(
  actions: readonly CorporateAction[],
  { code, now }: { readonly code: string; readonly now: number },
): CorporateAction | undefined {
  const own = actions.filter((action) => action.code === code);
  const coming = own.filter(
    ({ state, effectiveAt }) => state === 'scheduled' && Date.parse(effectiveAt) - now <= AHEAD_MS,
  );
  if (0 < coming.length) return coming.reduce((first, action) => (isBefore(action, first) ? action : first));
  const recent = own.filter(
    ({ state, effectiveAt }) => state === 'applied' && now - Date.parse(effectiveAt) <= RECENT_MS,
  );
  return recent.reduce<CorporateAction | undefined>(
    (last, action) => (last === undefined || isBefore(last, action) ? action : last),
    undefined,
  );
}

const isBefore = (action: CorporateAction, than: CorporateAction): boolean =>
  Date.parse(action.effectiveAt) < Date.parse(than.effectiveAt);
