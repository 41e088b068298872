import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{packages,apps,simulation,tools}/**/src/**/*.test.{ts,tsx}'],
    // They end what hangs, on a machine that is busy with other things, too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
