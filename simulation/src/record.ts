/**
 * Records logs for later releases to replay: `npm run record -- --release 0.2.0`. See
 * `recordings/README.md`.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packed, type RecordedWorld, replay } from './recordings/recording.ts';
import { MemoryBacking } from './store/memory-backing.ts';
import { PRODUCTS, type Product } from './workload/scenario.ts';
import { SIMULATED_MODULES, World } from './workload/world.ts';

const { values } = parseArgs({
  options: {
    release: { type: 'string' },
    seed: { type: 'string', default: '1' },
    commands: { type: 'string', default: '800' },
  },
});
const { release } = values;
if (release === undefined || !/^\d+\.\d+\.\d+(-[a-z0-9.]+)?$/.test(release)) {
  throw new RangeError('--release is missing: the version that is about to be released, as 0.2.0');
}
const path = join(import.meta.dirname, '../recordings', `${release}.json.gz`);
if (existsSync(path)) throw new Error(`${path} exists: a recording is never made again`);

/** One world that trades mostly this product. */
async function record(focus: Product, seed: number): Promise<RecordedWorld> {
  let backing: MemoryBacking | undefined;
  const world = new World({
    seed,
    commands: Number(values.commands),
    focus,
    backing: (parts) => {
      backing = new MemoryBacking(parts);
      return backing;
    },
  });
  const { findings } = await world.run();
  if (0 < findings.length) throw new Error(`the world of seed ${seed} is not clean: ${findings[0]}`);
  const log = await (backing as unknown as MemoryBacking).log();
  const entries = log.entries.map(({ text }) => text);
  const outcome = replay(SIMULATED_MODULES, entries);
  if (outcome.head !== log.lastHash) throw new Error(`the world of seed ${seed} does not replay`);
  return { seed, focus, entries, ...outcome };
}

const worlds: RecordedWorld[] = [];
for (const focus of [...PRODUCTS, ...PRODUCTS]) worlds.push(await record(focus, Number(values.seed) + worlds.length));
const bytes = packed({ release, worlds });
writeFileSync(path, bytes);
const count = worlds.reduce((sum, { entries }) => sum + entries.length, 0);
console.log(`${path}: ${worlds.length} worlds, ${count} entries, ${Math.ceil(bytes.length / 1_000)} kB`);
