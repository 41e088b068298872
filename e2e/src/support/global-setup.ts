import { join } from 'node:path';
import { hasRecordings, makeDataDir, RECORDINGS, removeDataDir, startServer } from './server.ts';
import { handServerToTests } from './shared-server.ts';
import { signInEnv } from './sign-in.ts';
import { stageBeside } from './staged-recordings.ts';

/**
 * Starts the shared server, with recorded prices where there are any and two staged coins. Returns
 * its teardown.
 */
// tidy-allow: Playwright takes the setup of a run from the default export only.
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = makeDataDir();
  const replayDir = join(folder, 'recordings');
  stageBeside(hasRecordings() ? RECORDINGS : undefined, replayDir, Date.now());
  const server = await startServer({ replayDir, dataDir: join(folder, 'data'), env: await signInEnv() });
  handServerToTests(server);
  return async () => {
    await server.stop();
    removeDataDir(folder);
  };
}
