import { enableCompileCache, flushCompileCache } from 'node:module';
import { keepCollectorQuiet } from './runtime/collector.ts';

// Stripping the types of some three hundred files takes a second; from the second start on it is
// read from a cache. Threads and the sockets process know of it by the variable only.
const { directory } = enableCompileCache();
// tidy-allow: no setting of ours, and in force before any setting is read.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory;
keepCollectorQuiet();
const { run } = await import('./run.ts');
await run();
// At its end a killed process writes nothing.
flushCompileCache();
