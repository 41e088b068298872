import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** More than ten seconds of a core, by how long they take; without folders, which files leave. */
const LONGEST = [
  'first-steps',
  'mutants',
  'embedded',
  'glasshouse',
  'fairness',
  'sim-feed',
  'honest-week',
  'ring',
  'simulation',
  'verify-products',
  'verify-trades',
  'verify-receipt',
  'rate-limits',
  'hostile-input',
  'silent-database',
  'hostile-orders',
  'backup',
  'provenance',
  'hostile-funding',
  'withdrawal',
  'evidence',
  'arbitrary',
  'sequencer',
  'hostile-clients',
  'rotate-master-key',
  'checkpoints',
  'migrate',
  'operator-socket',
  'market-sockets',
].map((name) => `/${name}.test.ts`);
const rankOf = (path: string): number => {
  const rank = LONGEST.findIndex((name) => `/${path}`.endsWith(name));
  return rank < 0 ? LONGEST.length : rank;
};

/** What takes longest begins first: begun last, it leaves a core idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((left, right) => rankOf(left.moduleId) - rankOf(right.moduleId));
  }
}

/**
 * Their tests share workers, which evaluate the modules of the server once instead of once a file,
 * for half the processor time. What takes long anyhow has a worker for itself, and so has
 * what would change one for the next file.
 */
const SHARING = '{packages/{api,rules,i18n},apps/server}/src/**/*.test.ts';
const CHANGES_WORKER =
  /\bvi\.(?:mock|doMock|resetModules|useFakeTimers|stub\w+|spyOn)\(|\bprocess\.(?:env|on|once|exit|chdir|umask)\b|\bglobalThis\b|\.prototype\b/;
const shareable = (pattern: string): string[] =>
  globSync(pattern, { cwd: import.meta.dirname }).filter(
    (path) =>
      rankOf(path) === LONGEST.length && !CHANGES_WORKER.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
  );
const sharing = shareable(SHARING);
/** Components share a window as well: React, its library and texts are evaluated once a worker. */
const components = shareable('{packages,apps}/*/src/**/*.test.tsx').filter((path) =>
  readFileSync(join(import.meta.dirname, path), 'utf8').startsWith('// @vitest-environment happy-dom'),
);
const FRESH_PAGE = ['packages/app/src/testing/fresh-window.ts', 'apps/web/src/testing/fresh-prices.ts'];

interface ProjectSettings {
  readonly isolate: boolean;
  readonly include: string[];
  readonly exclude: string[];
  readonly setupFiles?: string[];
}

const project = (name: string, settings: ProjectSettings) => ({
  extends: true as const,
  test: { name, ...settings },
});

export default defineConfig({
  test: {
    // They end what hangs, on a machine that is busy with other things, too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    maxWorkers: 2,
    setupFiles: ['tools/src/testing/property-seed.ts'],
    sequence: { sequencer: LongestFirst },
    // On demand: npm run coverage.
    coverage: { provider: 'v8', reporter: ['text-summary', 'html'], exclude: ['**/*.test.{ts,tsx}', '**/testing/**'] },
    projects: [
      project('isolated', {
        isolate: true,
        include: ['{packages,apps,simulation,tools}/**/src/**/*.test.{ts,tsx}'],
        exclude: ['**/node_modules/**', ...sharing, ...components],
      }),
      project('shared', { isolate: false, include: sharing, exclude: [] }),
      project('components', { isolate: false, include: components, exclude: [], setupFiles: FRESH_PAGE }),
    ],
  },
});
