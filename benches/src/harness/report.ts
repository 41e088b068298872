/** One measured quantity, a value per round. */
export interface Figure {
  readonly label: string;
  readonly unit: string;
  readonly values: readonly number[];
}

/** A target of the bench, judged by medians. */
export interface Target {
  readonly text: string;
  readonly isMet: boolean;
}

export interface Report {
  readonly title: string;
  /** Setup, for readers who judge or repeat the figures. */
  readonly setting: string;
  readonly figures: readonly Figure[];
  readonly targets: readonly Target[];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The smallest value that at least `share` of all do not exceed. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Ratio of two medians. */
export const ratio = (figure: Figure, to: Figure): number => median(figure.values) / median(to.values);

/** A target as a line of the report. */
export const targetAtMost = (what: string, value: number, bound: number, unit = ''): Target => ({
  text: `${what}: ${readable(value)}${unit}, target at most ${readable(bound)}${unit}`,
  isMet: value <= bound,
});
export const targetAtLeast = (what: string, value: number, bound: number, unit = ''): Target => ({
  text: `${what}: ${readable(value)}${unit}, target at least ${readable(bound)}${unit}`,
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
    ...report.targets.map(({ text, isMet }) => `- ${isMet ? 'met' : '**missed**'}: ${text}`),
    '',
    machine,
    '',
  ].join('\n');
}
