/** One measured thing: a value for each round. */
export interface Figure {
  readonly label: string;
  readonly unit: string;
  readonly values: readonly number[];
}

/** What the bench is meant to reach, judged by medians. */
export interface Reach {
  readonly text: string;
  readonly isMet: boolean;
}

export interface Report {
  readonly title: string;
  /** What was done, so that a reader can judge the figures and repeat them. */
  readonly setting: string;
  readonly figures: readonly Figure[];
  readonly reaches: readonly Reach[];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value that `share` of all are at most. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Median of one figure over that of another. */
export const ratio = (of: Figure, to: Figure): number => median(of.values) / median(to.values);

/** `atMost` or `atLeast` as a line of the report. */
export const reachAtMost = (what: string, value: number, bound: number, unit = ''): Reach => ({
  text: `${what}: ${readable(value)}${unit}, to be at most ${readable(bound)}${unit}`,
  isMet: value <= bound,
});
export const reachAtLeast = (what: string, value: number, bound: number, unit = ''): Reach => ({
  text: `${what}: ${readable(value)}${unit}, to be at least ${readable(bound)}${unit}`,
  isMet: bound <= value,
});

export function readable(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = Math.abs(value) < 1 ? 3 : Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

export function markdownOf(report: Report, machine: string): string {
  const rows = report.figures.map(({ label, unit, values }) => {
    const cells = [median(values), Math.min(...values), Math.max(...values)].map(readable);
    return `| ${label} | ${cells.join(' | ')} | ${unit} |`;
  });
  return [
    `## ${report.title}`,
    '',
    report.setting,
    '',
    '| | median | min | max | unit |',
    '|---|--:|--:|--:|---|',
    ...rows,
    '',
    ...report.reaches.map(({ text, isMet }) => `- ${isMet ? 'reached' : '**not reached**'}: ${text}`),
    '',
    machine,
    '',
  ].join('\n');
}
