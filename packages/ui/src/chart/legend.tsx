import { Change } from '../figures/change.tsx';
import { useUiLocale } from '../theme/locale.tsx';
import { changePercent, formatPriceNumber, formatVolume } from './format.ts';
import styles from './legend.module.css';
import { AVERAGE_PERIODS, type ChartLook, type ChartReading } from './types.ts';

export interface ChartLegendLabels {
  /** One or two letters each, as traders write them in the reader's language. */
  open: string;
  high: string;
  low: string;
  close: string;
  volumeShort: string;
  /** Stands before the period of a moving average. */
  averageShort: string;
}

interface ChartLegendProps {
  reading: ChartReading;
  places: number;
  look: ChartLook;
  labels: ChartLegendLabels;
  /** Read out as it changes: only while the reader moves the crosshair by keyboard, never with the market. */
  live: boolean;
}

export function ChartLegend({ reading, places, look, labels, live }: ChartLegendProps) {
  const { locale } = useUiLocale();
  const { candle, previousClose } = reading;
  const price = (value: number) => formatPriceNumber(value, places, locale);
  const fields: [string, string][] = [
    [labels.open, price(candle.open)],
    [labels.high, price(candle.high)],
    [labels.low, price(candle.low)],
    [labels.close, price(candle.close)],
  ];
  return (
    <div className={styles.legend} aria-live={live ? 'polite' : 'off'}>
      <div className={styles.line}>
        {(look.kind === 'candles' ? fields : fields.slice(3)).map(([name, value]) => (
          <span key={name}>
            <span className={styles.name}>{name}</span> {value}
          </span>
        ))}
        <Change percent={changePercent(previousClose, candle.close)} />
        {look.indicators.volume.on && (
          <span>
            <span className={styles.name}>{labels.volumeShort}</span> {formatVolume(candle.volume, locale)}
          </span>
        )}
      </div>
      {look.indicators.sma.on && (
        <div className={styles.line}>
          {AVERAGE_PERIODS.map((period, index) => {
            const value = reading.averages[index];
            return (
              <span key={period} className={index === 0 ? styles.first : styles.second}>
                {labels.averageShort} {period}{' '}
                <span className={styles.value}>{value === undefined ? '–' : price(value)}</span>
              </span>
            );
          })}
        </div>
      )}
    </div>
  );
}
