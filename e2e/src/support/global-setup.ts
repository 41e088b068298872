import { hasRecordings, RECORDINGS, removeDataDir, startServer } from './server.ts';
import { handServerToTests } from './shared-server.ts';

/** Starts the server that all tests share and gives back how it is ended. Recorded prices where there are recordings. */
// tidy-allow: Playwright takes the setup of a run from the default export only.
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startServer(hasRecordings() ? { replayDir: RECORDINGS } : {});
  handServerToTests(server);
  return async () => {
    await server.stop();
    removeDataDir(server.dataDir);
  };
}
