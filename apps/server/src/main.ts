import { enableCompileCache } from 'node:module';
import { keepCollectorQuiet } from './runtime/collector.ts';

// Stripping the types of some three hundred files takes a second; from the second start on it is
// read from a cache.
enableCompileCache();
keepCollectorQuiet();
const { run } = await import('./run.ts');
await run();
