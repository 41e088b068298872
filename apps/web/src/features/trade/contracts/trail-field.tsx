import { RATE_ONE } from '@glasshouse/rules/contracts';
import { formatRate, type Price, parsePrice, parseRate, type Rate } from '@glasshouse/rules/money';
import { trailProblem } from '@glasshouse/rules/trailing';
import { AmountField, Segmented } from '@glasshouse/ui';
import { useT } from '../../../i18n/language.ts';
import type { ContractOrder } from '../../../live/user.ts';
import styles from './contracts.module.css';

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

export function draftOf({ trailing }: Pick<ContractOrder, 'trailing'>): TrailDraft {
  if (trailing === undefined) return { distanceIn: 'percent', distance: '', activation: '' };
  const { distance, rate, activation } = trailing;
  const percent = rate === null ? '' : formatRate(((parseRate(rate) ?? 0n) * PERCENT) as Rate);
  return {
    distanceIn: distance === null ? 'percent' : 'price',
    distance: distance ?? percent,
    activation: activation ?? '',
  };
}

export const isSameTrail = (one: TrailDraft, other: TrailDraft): boolean =>
  one.distance === other.distance &&
  one.activation === other.activation &&
  (one.distance === '' || one.distanceIn === other.distanceIn);

/** The trailing stop of the draft; null: none; undefined: it is not filled in rightly. */
export function bodyOf({ distanceIn, distance, activation }: TrailDraft): TrailBody | null | undefined {
  if (distance === '') return activation === '' ? null : undefined;
  const from = activation === '' ? {} : { activation };
  if (distanceIn === 'price') return parsePrice(distance) === undefined ? undefined : { distance, ...from };
  const rate = rateOfPercent(distance);
  return rate === undefined || rate === 0n || RATE_ONE < rate ? undefined : { rate: formatRate(rate), ...from };
}

/** What is wrong with it, as far as this page can tell; the server knows the least distance. */
export function problemOf(
  draft: TrailDraft,
  of: { readonly side: 'buy' | 'sell'; readonly reference: Price | undefined; readonly point: Price },
): 'distance' | 'activation' | undefined {
  const body = bodyOf(draft);
  if (body === null) return undefined;
  if (body === undefined) return 'distance';
  const points = (text: string): number | undefined => {
    const price = parsePrice(text);
    return price === undefined || price % of.point !== 0n ? undefined : Number(price / of.point);
  };
  const activation = body.activation === undefined ? null : points(body.activation);
  if (activation === undefined) return 'activation';
  const distance = body.distance === undefined ? undefined : points(body.distance);
  if (body.distance !== undefined && distance === undefined) return 'distance';
  if (of.reference === undefined) return undefined;
  return trailProblem({
    side: of.side,
    price: Number(of.reference / of.point),
    least: 1,
    distance: distance === undefined ? { rate: parseRate(body.rate ?? '') ?? (0n as Rate) } : { points: distance },
    activation,
  });
}

interface TrailFieldProps {
  readonly value: TrailDraft;
  readonly onChange: (value: TrailDraft) => void;
  readonly side: 'buy' | 'sell';
  readonly quote: string;
  readonly precision: number;
  readonly step: string;
  /** Shown below the distance, or below the activation price. */
  readonly error: { readonly at: 'distance' | 'activation'; readonly text?: string } | undefined;
}

/** How far the stop stays behind, and from which price on it follows. */
export function TrailField({ value, onChange, side, quote, precision, step, error }: TrailFieldProps) {
  const t = useT();
  const stepLabels = { less: t('common:action.decrease'), more: t('common:action.increase') };
  const price = { asset: quote, decimals: precision, step };
  const ahead = side === 'buy' ? 'contracts:problem.activationLong' : 'contracts:problem.activationShort';
  return (
    <div className={styles.stops}>
      <p className={styles.muted}>{t('contracts:trailingHint')}</p>
      <Segmented
        full
        size="s"
        label={t('contracts:distanceIn')}
        value={value.distanceIn}
        onChange={(distanceIn) => onChange({ ...value, distanceIn, distance: '' })}
        options={[
          { value: 'percent', label: '%' },
          { value: 'price', label: quote },
        ]}
      />
      <AmountField
        {...(value.distanceIn === 'price' ? price : { asset: '%', decimals: 2, step: '0.1' })}
        label={t('order:trailing')}
        aside={t('common:word.optional')}
        error={error?.at === 'distance' ? (error.text ?? t('contracts:problem.trailing')) : undefined}
        value={value.distance}
        onChange={(distance) => onChange({ ...value, distance })}
        stepLabels={stepLabels}
      />
      <AmountField
        {...price}
        label={t('order:activation')}
        aside={t('common:word.optional')}
        error={error?.at === 'activation' ? (error.text ?? t(ahead)) : undefined}
        value={value.activation}
        onChange={(activation) => onChange({ ...value, activation })}
        stepLabels={stepLabels}
      />
    </div>
  );
}
