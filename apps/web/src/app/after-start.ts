import { registerServiceWorker } from '../pwa/register.ts';
import { followHeading } from './page-title.ts';
import { printOrigin } from './print-origin.ts';
import { tellOfUpdates } from './tell-of-updates.ts';

/** What can wait until the page is there. */
export async function afterStart(): Promise<void> {
  const recalled = import('../api/log-heads.ts').then(({ recall }) => recall());
  followHeading();
  tellOfUpdates();
  printOrigin();
  await Promise.all([registerServiceWorker(), recalled]);
}
