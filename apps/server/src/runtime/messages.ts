import type { Config, FeedConfig } from '../config.ts';

export interface EngineData {
  readonly config: FeedConfig & Pick<Config, 'dataDir' | 'logLevel' | 'profile'>;
  readonly databaseUrl: string;
}
