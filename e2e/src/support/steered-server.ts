import { scratchPort } from '@glasshouse/server/platform/scratch-port';
import { makeDataDir, type RunningServer, removeDataDir, startServer } from './server.ts';

/** A server whose prices and time stand still until a test moves them (`PROFILE=test`). */
export interface SteeredServer extends RunningServer {
  readonly market: { set(code: string, bid: string, ask: string): Promise<void> };
  readonly clock: {
    /** Goes ahead by `30s`, `1m`, `2h` or `1d`; every second on the way has its prices. */
    advance(time: string): Promise<void>;
  };
  readonly minute: {
    /** Goes on until the minute of now is signed. */
    sign(): Promise<void>;
  };
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export async function startSteered(): Promise<SteeredServer> {
  const controlPort = await scratchPort();
  const dataDir = makeDataDir();
  const env = { PROFILE: 'test', FEED: 'scripted', TEST_CONTROL_PORT: String(controlPort) };
  const server = await startServer({ dataDir, env });
  const steer = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`http://127.0.0.1:${controlPort}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  };
  return {
    ...server,
    market: { set: (code, bid, ask) => steer('/market', { code, bid, ask }) },
    clock: {
      advance: (time) => {
        const [, count, unit] = /^(\d+)([smhd])$/.exec(time) ?? [];
        if (count === undefined || unit === undefined) throw new RangeError(`not a time: ${time}`);
        return steer('/clock', { ms: Number(count) * UNIT_MS[unit]! });
      },
    },
    minute: { sign: () => steer('/minute', {}) },
    stop: async () => {
      await server.stop();
      removeDataDir(dataDir);
    },
  };
}
