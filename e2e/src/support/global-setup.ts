import { startServer } from './server.ts';
import { handServerToTests } from './shared-server.ts';
import { signInEnv } from './sign-in.ts';

/**
 * Starts the shared server, with all instruments. Its prices stand still: tests that run at the
 * same time would move them under each other. Returns its teardown.
 */
// tidy-allow: Playwright takes the setup of a run from the default export only.
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startServer({ env: { ...(await signInEnv()), INSTRUMENTS: 'all' } });
  handServerToTests(server);
  return () => server.stop();
}
