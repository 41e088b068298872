import type { Report } from './report.ts';

export interface BenchOptions {
  readonly rounds: number;
  /** A short run that only proves that the bench works. */
  readonly isSmoke: boolean;
  readonly print: (line: string) => void;
}

export interface Bench {
  readonly name: string;
  /** One line for `--list`. */
  readonly about: string;
  run(options: BenchOptions): Promise<Report>;
}
