import type { Report } from './report.ts';

export interface BenchOptions {
  readonly rounds: number;
  /** A short run that only proves that the bench works. */
  readonly isSmoke: boolean;
  /** Share of the usual size of what a bench fills, where that takes long. */
  readonly scale: number;
  readonly print: (line: string) => void;
}

export interface Bench {
  readonly name: string;
  /** One line for `--list`. */
  readonly about: string;
  run(options: BenchOptions): Promise<Report>;
}
