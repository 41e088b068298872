import { startServer } from './server.ts';
import { handServerToTests } from './shared-server.ts';
import { signInEnv } from './sign-in.ts';

/** Besides the well-known instruments: as many coins as make a list that scrolls on a phone. */
const MORE_COINS =
  'SHIB UNI NEAR APT ICP ETC HBAR FIL ATOM VET ARB OP SUI INJ AAVE GRT ALGO RENDER STX TIA SEI IMX MNT PEPE BONK WIF FLOKI TAO FET'
    .split(' ')
    .map((coin) => `${coin}USDT`);

/**
 * Starts the shared server. Its prices stand still: tests that run at the same time would move them
 * under each other. All 579 instruments would take a core a tenth of its time for prices, hashes
 * and signatures that no test looks at. Returns its teardown.
 */
// tidy-allow: Playwright takes the setup of a run from the default export only.
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startServer({ env: { ...(await signInEnv()), INSTRUMENTS: ['core', ...MORE_COINS].join() } });
  handServerToTests(server);
  return () => server.stop();
}
