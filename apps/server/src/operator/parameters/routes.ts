import { code } from '@glasshouse/api/codes';
import { needsTwoPersons, PARAMETER_KEYS, type ParameterKey, parameterSpec } from '@glasshouse/api/operator/parameters';
import { readStandards } from '../../authority/read-parameter.ts';
import type { ParameterRow } from '../../authority/rows.ts';
import type { Network } from '../../chains/network.ts';
import { Networks } from '../../chains/networks.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import type { Json } from '../../kernel/core/types.ts';
import { answerOf, done, refuse } from '../../platform/call.ts';
import type { OperatorHandlers } from '../../platform/operator-call.ts';
import type { Pool } from '../../platform/postgres.ts';
import { wrongChainValues } from './chain-values.ts';

/** Changes of one parameter that are shown. */
const HISTORY_MAX = 200;

export interface OperatorParameterDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  /** Networks of the settings in the place of built-in ones. */
  readonly ownNetworks?: readonly Network[];
}

export function operatorParameterCalls({ pool, bus, ownNetworks = [] }: OperatorParameterDeps) {
  const networks = new Networks(ownNetworks);
  const ownCoins = Object.fromEntries(ownNetworks.map(({ name, assets }) => [name, assets.map(({ asset }) => asset)]));
  return {
    async listParameters() {
      const { rows } = await pool.query<ParameterRow & { readonly name: string }>(
        'select p.*, o.name from parameters p join operators o on o.id = p.set_by',
      );
      const set = new Map(rows.map((row) => [row.key, row]));
      const standards = await readStandards(pool);
      return done(
        PARAMETER_KEYS.map((key) => {
          const { kind } = parameterSpec(key);
          const standard = standards[key];
          const row = set.get(key);
          return {
            key,
            kind,
            standard,
            value: row?.value ?? standard,
            twoPersons: needsTwoPersons(key),
            version: row?.version ?? 0,
            setAt: row === undefined ? null : new Date(row.set_at).toISOString(),
            setBy: row?.name ?? null,
          };
        }),
      );
    },
    async listParameterHistory({ params }) {
      const { rows } = await pool.query<{
        seq: number;
        at: number;
        name: string;
        before: Json;
        after: Json;
        reason: string;
        request: number | null;
      }>(
        `select a.seq, a.at, o.name, a.before, a.after, a.reason, a.request
           from operator_actions a join operators o on o.id = a.operator
          where a.type = 'parameter.set' and a.subject = $1 order by a.seq desc limit ${HISTORY_MAX}`,
        [`parameter ${params.key}`],
      );
      return done(rows.map(({ name, at, ...row }) => ({ ...row, operator: name, at: new Date(at).toISOString() })));
    },
    async setParameter({ params, body }, context) {
      const { value, reason } = body;
      const wrong = wrongChainValues(params.key as ParameterKey, value, networks);
      if (0 < wrong.length) return refuse(code.wrongFormat, ...wrong);
      const fields = {
        by: context.stamp(),
        reason,
        key: params.key as ParameterKey,
        value: value as Json,
        ...(ownNetworks.length === 0 ? {} : { ownCoins }),
      };
      const common = { userId: 0, book: 'real', type: 'parameter.set' } as const;
      return answerOf(await bus.submit({ ...common, id: context.commandId, body: fields }));
    },
  } satisfies OperatorHandlers;
}
