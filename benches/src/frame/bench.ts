import type { Report } from './report.ts';

export interface BenchOptions {
  readonly rounds: number;
  /** A short run that shows that the bench works; its figures mean little. */
  readonly isSmoke: boolean;
  readonly say: (line: string) => void;
}

export interface Bench {
  readonly name: string;
  /** One line for the list of benches. */
  readonly about: string;
  run(options: BenchOptions): Promise<Report>;
}
