import type { EnvReader } from '../../../platform/env-reader.ts';
import { MARKET_TYPE_NAMES } from '../../instruments/instrument.ts';
import { trianglesOf } from '../cross/triangles.ts';
import type { LocalFeedDefinition } from '../feed-definition.ts';
import { ScriptedFeed } from './scripted-feed.ts';

export interface ScriptedSettings {
  /** On the loopback address: where a test sets prices and moves the clock. */
  readonly controlPort: number;
}

function readSettings(env: EnvReader, isUsed: boolean): ScriptedSettings | undefined {
  const controlPort = env.count('TEST_CONTROL_PORT', { min: 1, max: 65_535, fallback: 0 });
  if (isUsed && controlPort === 0) env.report('TEST_CONTROL_PORT is missing: PROFILE=test needs a port for its tests.');
  return controlPort === 0 ? undefined : { controlPort };
}

/** Of `PROFILE=test`: prices are typed by a test. */
export const scriptedFeed = {
  name: 'scripted',
  kind: 'local',
  types: MARKET_TYPE_NAMES,
  readSettings,
  describe: ({ controlPort }) => `prices and time steered by tests on 127.0.0.1:${controlPort}`,
  // Crosses follow from their legs, as everywhere: set by themselves, they would contradict them.
  open: (_, instruments) => {
    const crosses = new Set(trianglesOf(instruments).map(({ cross }) => cross.code));
    return { feed: new ScriptedFeed(instruments.filter(({ code }) => !crosses.has(code))) };
  },
} as const satisfies LocalFeedDefinition<'scripted', ScriptedSettings>;
