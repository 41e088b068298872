import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EnvReader } from '../../../platform/env-reader.ts';
import { MARKET_TYPE_NAMES } from '../../instruments/instrument.ts';
import type { LocalFeedDefinition } from '../feed-definition.ts';
import { type MarketKeySettings, readMarketKeySettings, secretFor } from '../market-key.ts';
import { fingerprintOf } from './fingerprint.ts';
import { loadRecordings } from './load.ts';
import type { ReplayOrder } from './loops.ts';
import { ReplayFeed } from './replay-feed.ts';
import { summaryOf } from './summary.ts';

export interface ReplaySettings {
  /** Folder of the recordings. */
  readonly dir: string;
  /** Recorded seconds per second of wall time. */
  readonly speed: number;
  readonly order: ReplayOrder;
  readonly key: MarketKeySettings;
}

const SPEED_MAX = 1000;
const ORDERS = ['shuffled', 'recorded'] as const satisfies readonly ReplayOrder[];

function readSettings(env: EnvReader, isUsed: boolean): ReplaySettings | undefined {
  const speedText = env.text('REPLAY_SPEED') ?? '1';
  const speed = Number(speedText);
  if (!/^\d{1,4}(\.\d{1,3})?$/.test(speedText) || speed <= 0 || SPEED_MAX < speed) {
    env.reject('REPLAY_SPEED', `a number above 0, at most ${SPEED_MAX}`);
  }
  const folder = env.text('REPLAY_DIR');
  if (folder === undefined) {
    if (isUsed) env.report('REPLAY_DIR is missing: FEED=replay needs a folder with recordings.');
    return undefined;
  }
  const dir = resolve(folder);
  if (!(existsSync(dir) && statSync(dir).isDirectory())) env.reject('REPLAY_DIR', 'an existing folder');
  return { dir, speed, order: env.oneOf('REPLAY_ORDER', ORDERS, 'shuffled'), key: readMarketKeySettings(env) };
}

export const replayFeed = {
  name: 'replay',
  kind: 'local',
  types: MARKET_TYPE_NAMES,
  readSettings,
  describe: ({ dir, speed, order }) =>
    `recordings of ${dir}, ${speed}×, ${order === 'recorded' ? 'as recorded: predictable' : 'shuffled'}`,
  open: ({ dir, speed, order, key }, catalogue) => {
    const loaded = loadRecordings(dir, catalogue, Date.now());
    const { recordings } = loaded;
    if (recordings.length === 0) return { feed: undefined, summary: summaryOf(loaded) };
    const feed = new ReplayFeed({ recordings, catalogue, speed, order, secret: secretFor(key) });
    return { feed, summary: summaryOf(loaded), fingerprint: fingerprintOf(recordings) };
  },
} as const satisfies LocalFeedDefinition<'replay', ReplaySettings>;
