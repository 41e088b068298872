import { PostgresBacking } from './store/postgres-backing.ts';
import { World, type WorldReport } from './workload/world.ts';

export interface SimulateOptions {
  readonly seed: number;
  readonly commands: number;
  /**
   * Each world starts empty with its own settings: many small ones cover more than one large one.
   */
  readonly commandsPerWorld: number;
  /**
   * The simulated store, where the seed determines everything, or the real one on PostgreSQL, where
   * timing also depends on the machine.
   */
  readonly store: 'memory' | 'postgres';
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
    const report = await simulateWorld(world, size, options.store);
    done += report.figures.commands;
    for (const [label, count] of report.codes) totals.set(label, (totals.get(label) ?? 0) + count);
    if (0 < report.findings.length) {
      for (const line of failureOf(report, size, options.store)) print(line);
      return true;
    }
    if (verbose) print(lineOf(report));
  }
  const seconds = (performance.now() - started) / 1_000;
  for (const [label, count] of [...totals].sort()) print(`  ${label.padEnd(28)} ${count}`);
  print(`clean: ${done} commands in ${seconds.toFixed(1)} s, ${Math.round(done / seconds)} per second`);
  return false;
}

async function simulateWorld(seed: number, commands: number, store: 'memory' | 'postgres'): Promise<WorldReport> {
  if (store === 'memory') return new World({ seed, commands }).run();
  const { make, close } = await PostgresBacking.create();
  try {
    return await new World({ seed, commands, backing: make }).run();
  } finally {
    await close();
  }
}

const lineOf = ({ seed, figures }: WorldReport): string =>
  `world ${seed}: ${Object.entries(figures)
    .map(([name, value]) => `${value} ${name}`)
    .join(', ')}`;

function failureOf(report: WorldReport, commands: number, store: string): string[] {
  const where = store === 'memory' ? '' : ` --store ${store}`;
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
