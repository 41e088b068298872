import type { Config } from '../config.ts';

export interface EngineData {
  readonly config: Pick<Config, 'dataDir' | 'feed' | 'replayDir' | 'replaySpeed' | 'simSeed' | 'logLevel'>;
  readonly databaseUrl: string;
}
