import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By how long they take on two cores. */
const LONGEST = ['simulation/src/mutants.test.ts', 'silent-database.test.ts', 'evidence.test.ts', 'sim-feed.test.ts'];

/** What takes longest begins first: begun last, it leaves a core idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return rank < 0 ? LONGEST.length : rank;
    };
    return (await super.sort(files)).toSorted((left, right) => rankOf(left) - rankOf(right));
  }
}

export default defineConfig({
  test: {
    include: ['{packages,apps,simulation,tools}/**/src/**/*.test.{ts,tsx}'],
    // They end what hangs, on a machine that is busy with other things, too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
    setupFiles: ['tools/src/testing/property-seed.ts'],
    sequence: { sequencer: LongestFirst },
  },
});
