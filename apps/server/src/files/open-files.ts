import type { Clock } from '../platform/clock.ts';
import { startJob } from '../platform/job.ts';
import type { Log } from '../platform/log.ts';
import type { MasterKey } from '../platform/master-key.ts';
import type { Pool } from '../platform/postgres.ts';
import { openFileStore } from './file-store.ts';
import { FileVault } from './file-vault.ts';
import { ImageProcesses } from './images/image-processes.ts';
import type { FileSettings } from './settings.ts';

const SWEEP_EVERY_MS = 10 * 60_000;

export interface Files {
  readonly vault: FileVault;
  readonly images: ImageProcesses;
  stop(): Promise<void>;
}

/** The files of this installation; expired ones are deleted every ten minutes. */
export function openFiles(options: {
  readonly pool: Pool;
  readonly settings: FileSettings;
  readonly dataDir: string;
  readonly master: MasterKey;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}): Files {
  const { settings, dataDir, log, ...deps } = options;
  const images = new ImageProcesses();
  const vault = new FileVault({ ...deps, log, images, store: openFileStore(settings, dataDir) });
  const stopSweeping = startJob({
    work: (isStopping) => vault.sweep(isStopping),
    everyMs: SWEEP_EVERY_MS,
    onFailure: (error) => log.warn({ err: error }, 'expired files could not be deleted; the next run tries again'),
  });
  return {
    vault,
    images,
    async stop() {
      await stopSweeping();
      await images.stop();
    },
  };
}
