import { RATE_ONE } from '@glasshouse/rules/contracts';
import { formatRate, type Price, parsePrice, parseRate, type Rate } from '@glasshouse/rules/money';
import { trailProblem } from '@glasshouse/rules/trailing';
import type { ContractOrder } from '../orders.ts';

/** A trailing stop as typed; an empty distance: none. */
export interface TrailDraft {
  readonly distanceIn: 'percent' | 'price';
  readonly distance: string;
  readonly activation: string;
}

/** What the call takes. */
export interface TrailBody {
  readonly distance?: string;
  readonly rate?: string;
  readonly activation?: string;
}

const PERCENT = 100n;

/** Percent as typed as a share: `1.5` is `0.015`. */
function rateOfPercent(text: string): Rate | undefined {
  const percent = parseRate(text);
  return percent === undefined || percent % PERCENT !== 0n ? undefined : ((percent / PERCENT) as Rate);
}

export const NO_TRAIL: TrailDraft = { distanceIn: 'percent', distance: '', activation: '' };

export function trailDraftOf({ trailing }: Pick<ContractOrder, 'trailing'>): TrailDraft {
  if (trailing === undefined) return NO_TRAIL;
  const { distance, rate, activation } = trailing;
  const percent = rate === null ? '' : formatRate(((parseRate(rate) ?? 0n) * PERCENT) as Rate);
  return {
    distanceIn: distance === null ? 'percent' : 'price',
    distance: distance ?? percent,
    activation: activation ?? '',
  };
}

export const isSameTrail = (left: TrailDraft, right: TrailDraft): boolean =>
  left.distance === right.distance &&
  left.activation === right.activation &&
  (left.distance === '' || left.distanceIn === right.distanceIn);

/** The trailing stop of the draft; null: none; undefined: it is not filled in rightly. */
export function trailBody({ distanceIn, distance, activation }: TrailDraft): TrailBody | null | undefined {
  if (distance === '') return activation === '' ? null : undefined;
  const from = activation === '' ? {} : { activation };
  if (distanceIn === 'price') return parsePrice(distance) === undefined ? undefined : { distance, ...from };
  const rate = rateOfPercent(distance);
  return rate === undefined || rate === 0n || RATE_ONE < rate ? undefined : { rate: formatRate(rate), ...from };
}

/** What is wrong with it, as far as this page can tell; the server knows the least distance. */
export function trailProblemOf(
  draft: TrailDraft,
  market: { readonly side: 'buy' | 'sell'; readonly reference: Price | undefined; readonly point: Price },
): 'distance' | 'activation' | undefined {
  const body = trailBody(draft);
  if (body === null) return undefined;
  if (body === undefined) return 'distance';
  const points = (text: string): number | undefined => {
    const price = parsePrice(text);
    return price === undefined || price % market.point !== 0n ? undefined : Number(price / market.point);
  };
  const activation = body.activation === undefined ? null : points(body.activation);
  if (activation === undefined) return 'activation';
  const distance = body.distance === undefined ? undefined : points(body.distance);
  if (body.distance !== undefined && distance === undefined) return 'distance';
  if (market.reference === undefined) return undefined;
  return trailProblem({
    side: market.side,
    price: Number(market.reference / market.point),
    least: 1,
    distance: distance === undefined ? { rate: parseRate(body.rate ?? '') ?? (0n as Rate) } : { points: distance },
    activation,
  });
}
