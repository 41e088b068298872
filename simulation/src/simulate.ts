import { PostgresBacking } from './store/postgres-backing.ts';
import { Universe, type UniverseReport } from './workload/universe.ts';

export interface SimulateOptions {
  readonly seed: number;
  readonly commands: number;
  /**
   * Each world starts empty, with settings of its own: many small ones see more than one large one.
   */
  readonly commandsPerWorld: number;
  /**
   * A simulated store, where a world follows from its seed alone; or the real one on PostgreSQL,
   * where moments also depend on the machine.
   */
  readonly store: 'memory' | 'postgres';
  readonly verbose: boolean;
  readonly say: (line: string) => void;
}

/**
 * Simulates worlds with consecutive seeds until the commands are used up. True when one of them
 * fails; that one is the last.
 */
export async function simulate(options: SimulateOptions): Promise<boolean> {
  const { seed, commands, commandsPerWorld, verbose, say } = options;
  say(`seed ${seed}, ${commands} commands`);
  const totals = new Map<string, number>();
  const started = performance.now();
  let done = 0;
  for (let world = seed; done < commands; world += 1) {
    const size = Math.min(commandsPerWorld, commands - done);
    const report = await simulateWorld(world, size, options.store);
    done += report.figures.commands;
    for (const [label, count] of report.codes) totals.set(label, (totals.get(label) ?? 0) + count);
    if (0 < report.findings.length) {
      for (const line of failureOf(report, size, options.store)) say(line);
      return true;
    }
    if (verbose) say(lineOf(report));
  }
  const seconds = (performance.now() - started) / 1_000;
  for (const [label, count] of [...totals].sort()) say(`  ${label.padEnd(28)} ${count}`);
  say(`clean: ${done} commands in ${seconds.toFixed(1)} s, ${Math.round(done / seconds)} a second`);
  return false;
}

async function simulateWorld(seed: number, commands: number, store: 'memory' | 'postgres'): Promise<UniverseReport> {
  if (store === 'memory') return new Universe({ seed, commands }).run();
  const { make, close } = await PostgresBacking.create();
  try {
    return await new Universe({ seed, commands, backing: make }).run();
  } finally {
    await close();
  }
}

const lineOf = ({ seed, figures }: UniverseReport): string =>
  `world ${seed}: ${Object.entries(figures)
    .map(([name, value]) => `${value} ${name}`)
    .join(', ')}`;

function failureOf(report: UniverseReport, commands: number, store: string): string[] {
  const where = store === 'memory' ? '' : ` --store ${store}`;
  return [
    'What happened last:',
    ...report.trace.map((line) => `  ${line}`),
    lineOf(report),
    `seed ${report.seed} FAILED:`,
    ...report.findings.map((finding) => `  ${finding}`),
    'The same again:',
    `  npm run simulate -- --seed ${report.seed} --commands ${commands} --world ${commands}${where}`,
  ];
}
