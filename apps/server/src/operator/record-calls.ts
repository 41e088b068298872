import { type OperatorCalendarDeps, operatorCalendarCalls } from '../corporate-actions/operator-routes.ts';
import { mergeCalls } from '../platform/server-module.ts';
import { operatorAuditCalls } from './audit/routes.ts';
import { type DashboardDeps, dashboardCalls } from './dashboard/routes.ts';
import { type OperatorHouseDeps, operatorHouseCalls } from './house/routes.ts';
import { type OperatorLedgerDeps, operatorLedgerCalls } from './ledger/routes.ts';
import { createLooks } from './looks.ts';
import { type OperatorParameterDeps, operatorParameterCalls } from './parameters/routes.ts';
import { operatorReportCalls } from './reports/routes.ts';
import { type OperatorTermsDeps, operatorTermsCalls } from './terms/routes.ts';
import { type OperatorUsersDeps, operatorUserCalls } from './users/routes.ts';

export type RecordCallsDeps = DashboardDeps &
  OperatorHouseDeps &
  OperatorTermsDeps &
  OperatorCalendarDeps &
  OperatorParameterDeps &
  Omit<OperatorLedgerDeps, 'looks'> &
  Omit<OperatorUsersDeps, 'looks'>;

/** What operators read and set, besides the queues that each module has of its own. */
export function recordCalls(deps: RecordCallsDeps) {
  const looks = createLooks(deps);
  return mergeCalls([
    dashboardCalls(deps),
    operatorUserCalls({ ...deps, looks }),
    operatorLedgerCalls({ ...deps, looks }),
    operatorAuditCalls(deps),
    operatorReportCalls(deps),
    operatorTermsCalls(deps),
    operatorCalendarCalls(deps),
    operatorHouseCalls(deps),
    operatorParameterCalls(deps),
  ]);
}
