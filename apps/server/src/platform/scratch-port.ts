import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that kernels give to outgoing connections, from 32,768 on Linux and 49,152
 * elsewhere. Any of those may be a source port when a server that was killed wants its own back.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const ATTEMPTS_MAX = 100;

/** A port on the loopback address that a server can be killed and restarted on. */
export async function scratchPort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error(`no free port from ${FIRST_PORT} to ${LAST_PORT} in ${ATTEMPTS_MAX} attempts`);
}
