import type { ResultOf } from '@glasshouse/api/calls';
import { workspaceLayout } from '@glasshouse/api/schemas/layout';
import { Value } from 'typebox/value';
import { type CallHandlers, callerOf, done } from '../../platform/call.ts';
import type { Pool } from '../../platform/postgres.ts';

type Layout = NonNullable<ResultOf<'getWorkspaceLayout'>['layout']>;

const LAYOUT = workspaceLayout();

/** What people prefer, kept with their account: read and written by SQL, since no money follows. */
export const preferenceCalls = ({ pool }: { readonly pool: Pool }) =>
  ({
    async getWorkspaceLayout(_input, context) {
      const { rows } = await pool.query<{ layout: unknown }>(
        'select layout from workspace_layouts where user_id = $1',
        [callerOf(context).userId],
      );
      const stored = rows[0]?.layout;
      // Another release may have written it: what is not understood is as if there were none.
      return done({ layout: Value.Check(LAYOUT, stored) ? (stored as Layout) : null });
    },
    async saveWorkspaceLayout({ body }, context) {
      await pool.query(
        `insert into workspace_layouts (user_id, layout) values ($1, $2)
       on conflict (user_id) do update set layout = excluded.layout`,
        [callerOf(context).userId, JSON.stringify(body.layout)],
      );
      return done(null);
    },
  }) satisfies CallHandlers;
