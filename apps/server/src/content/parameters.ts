import { code } from '@glasshouse/api/codes';
import { readParameter } from '../authority/read-parameter.ts';
import { type CallHandlers, done, refuse } from '../platform/call.ts';
import type { Pool } from '../platform/postgres.ts';
import type { Profile } from '../platform/profile.ts';

/** Parameters of this installation that everybody may read, by their names on the wire. */
export function parameterCalls({
  pool,
  profile,
  priced,
}: {
  readonly pool: Pool;
  readonly profile: Profile;
  /** How many instruments of each type each feed prices, on either book. */
  readonly priced: string;
}) {
  return {
    async getParameter({ params }) {
      switch (params.key) {
        case 'profile':
          return done({ paramValue: profile });
        case 'prices':
          return done({ paramValue: priced });
        case 'down_url':
          return done({ paramValue: await readParameter(pool, 'site.down_url') });
        case 'wallet_gate':
          return done({ paramValue: await readParameter(pool, 'site.wallet_gate') });
        default:
          return refuse(code.parametersUnavailable, 'key');
      }
    },
  } satisfies CallHandlers;
}
