import { code } from '@glasshouse/api/codes';
import { type OwnCoins, parameterMeaningProblem } from '@glasshouse/api/operator/parameter-meaning';
import {
  COMPLIANCE_PARAMETERS,
  isParameterKey,
  type ParameterValue,
  parameterProblem,
  parameterSpec,
} from '@glasshouse/api/operator/parameters';
import { changeOf } from '../kernel/core/effects.ts';
import { refuse } from '../kernel/core/refusal.ts';
import { rulesOf } from '../kernel/core/rules.ts';
import type { Json } from '../kernel/core/types.ts';
import { isAllowedNetwork } from '../platform/networks.ts';
import { operatorHandler } from './action.ts';
import { PARAMETERS_TABLE, type ParameterRow } from './rows.ts';
import { authorityOf, parameterOf } from './slice.ts';
import type { OperatorBody } from './stamp.ts';

export type ParameterBody = OperatorBody<{
  readonly key: string;
  readonly value: Json;
  /** What the settings of the installation say, which the core does not know. */
  readonly ownCoins?: OwnCoins;
}>;

const isCompliance = (key: string): boolean => isParameterKey(key) && COMPLIANCE_PARAMETERS.includes(key);

/**
 * Changes a parameter; where it decides over money, a second person approves, and where over whom
 * the house serves, one of the two is from compliance.
 */
export const setParameter = operatorHandler<ParameterBody>({
  permission: ({ key }, version) =>
    10 <= version && isCompliance(key) ? 'parameters.compliance' : 'parameters.change',
  secondPerson: (state, { body }) =>
    isParameterKey(body.key) && (parameterSpec(body.key).money || (10 <= rulesOf(state) && isCompliance(body.key))),
  roleAmongTwo: ({ key }) => (isCompliance(key) ? 'compliance' : undefined),
  decide: (state, { at, body }) => {
    const { key, value, by, ownCoins } = body;
    if (!isParameterKey(key)) return refuse(code.nothingFound, 'key');
    const problem =
      parameterProblem(key, value) ??
      parameterMeaningProblem(key, value, {
        version: rulesOf(state),
        others: (key) => parameterOf(state, key),
        ownCoins,
      });
    if (problem !== undefined) return refuse(code[problem.code], { [problem.field]: code[problem.code] });
    // Whoever asks for networks without their own would lock themselves out, and perhaps everybody.
    if (key === 'operator.networks' && !isAllowedNetwork(value as readonly string[], by.address)) {
      return refuse(code.outOfRange, 'value');
    }
    const row = authorityOf(state).parameters.get(key);
    const after: ParameterRow = { key, version: (row?.version ?? 0) + 1, value, set_at: at, set_by: by.operator };
    return {
      ok: true,
      subject: `parameter ${key}`,
      before: parameterOf(state, key) as ParameterValue as Json,
      after: value,
      postings: [],
      rows: [changeOf(PARAMETERS_TABLE, after)],
      events: [],
    };
  },
});
