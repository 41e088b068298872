/** Prices and time of a server under `PROFILE=test`, which stand still until a test moves them. */
export interface Steering {
  readonly market: {
    /** The prices of a market from now on. */
    set(code: string, bid: string, ask: string): Promise<void>;
  };
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

/** By calls of `apps/server/src/runtime/steering.ts`: once they answer, every viewer was told. */
export function steeringOf(controlPort: number): Steering {
  const steer = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`http://127.0.0.1:${controlPort}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  };
  return {
    market: { set: (code, bid, ask) => steer('/market', { code, bid, ask }) },
    clock: {
      advance: (time) => {
        const [, count, unit] = /^(\d+)([smhd])$/.exec(time) ?? [];
        if (count === undefined || unit === undefined) throw new RangeError(`not a time: ${time}`);
        return steer('/clock', { ms: Number(count) * UNIT_MS[unit]! });
      },
    },
    minute: { sign: () => steer('/minute', {}) },
  };
}
