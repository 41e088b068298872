import type { CSSProperties } from 'react';
import styles from './slider.module.css';

interface SliderProps {
  label: string;
  /** What a screen reader says instead of the bare number. */
  valueText?: string | undefined;
  min?: number | undefined;
  max: number;
  step?: number | undefined;
  value: number;
  onChange: (value: number) => void;
}

/**
 * A place between two ends, beside a field that takes the exact figure. It runs as the text around
 * it does: from right to left in Arabic, where the browser turns the arrow keys round as well. One
 * that belongs to a chart stands in an element that runs from left to right.
 */
export function Slider({ label, valueText, min = 0, max, step = 1, value, onChange }: SliderProps) {
  return (
    <input
      type="range"
      className={styles.slider}
      style={{ '--done': `${((value - min) / Math.max(1, max - min)) * 100}%` } as CSSProperties}
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}
