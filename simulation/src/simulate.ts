import { PostgresBacking } from './store/postgres-backing.ts';
import type { Product } from './workload/scenario.ts';
import { World, type WorldReport } from './workload/world.ts';

export interface SimulateOptions {
  readonly seed: number;
  readonly commands: number;
  /**
   * Each world starts empty with its own settings: many small ones cover more than one large one.
   */
  readonly commandsPerWorld: number;
  /** Simulated days that each world lasts at least, however many commands that takes. */
  readonly days?: number;
  /**
   * The simulated store, where the seed determines everything, or the real one on PostgreSQL, where
   * timing also depends on the machine.
   */
  readonly store: 'memory' | 'postgres';
  /** The product most users trade, instead of the one the seed picks for its world. */
  readonly focus?: Product | undefined;
  readonly verbose: boolean;
  readonly print: (line: string) => void;
}

/**
 * Simulates worlds with consecutive seeds until the commands are used up. Stops at the first
 * failing world and returns true.
 */
export async function simulate(options: SimulateOptions): Promise<boolean> {
  const { seed, commands, commandsPerWorld, verbose, print } = options;
  print(`seed ${seed}, ${commands} commands`);
  const totals = new Map<string, number>();
  const started = performance.now();
  let done = 0;
  for (let world = seed; done < commands; world += 1) {
    const size = Math.min(commandsPerWorld, commands - done);
    const report = await simulateWorld(world, size, options);
    done += report.figures.commands;
    for (const [label, count] of report.codes) totals.set(label, (totals.get(label) ?? 0) + count);
    if (0 < report.findings.length) {
      for (const line of failureOf(report, size, options)) print(line);
      return true;
    }
    if (verbose) print(lineOf(report));
  }
  const seconds = (performance.now() - started) / 1_000;
  for (const [label, count] of [...totals].sort()) print(`  ${label.padEnd(28)} ${count}`);
  print(`clean: ${done} commands in ${seconds.toFixed(1)} s, ${Math.round(done / seconds)} per second`);
  return false;
}

type Kind = Pick<SimulateOptions, 'store' | 'focus' | 'days'>;

async function simulateWorld(seed: number, commands: number, { store, focus, days }: Kind): Promise<WorldReport> {
  if (store === 'memory') return new World({ seed, commands, days, focus }).run();
  const { make, close } = await PostgresBacking.create(focus === 'years');
  try {
    return await new World({ seed, commands, days, focus, backing: make }).run();
  } finally {
    await close();
  }
}

const lineOf = ({ seed, figures }: WorldReport): string =>
  `world ${seed}: ${Object.entries(figures)
    .map(([name, value]) => `${value} ${name}`)
    .join(', ')}`;

function failureOf(report: WorldReport, commands: number, { store, focus, days = 0 }: Kind): string[] {
  const where = `${store === 'memory' ? '' : ` --store ${store}`}${focus === undefined ? '' : ` --focus ${focus}`}${0 < days ? ` --days ${days}` : ''}`;
  return [
    'Last events:',
    ...report.trace.map((line) => `  ${line}`),
    lineOf(report),
    `seed ${report.seed} FAILED:`,
    ...report.findings.map((finding) => `  ${finding}`),
    'Reproduce with:',
    `  npm run simulate -- --seed ${report.seed} --commands ${commands} --world ${commands}${where}`,
  ];
}
