import { Type } from 'typebox';
import { REPORTS } from '../../constants.ts';
import { list, strict, timeQuery, timestamp, words } from '../../schemas/common.ts';
import { defineOperatorCall } from '../define-operator-call.ts';

const name = () => Type.Enum([...REPORTS]);
const params = strict({ name: name() });

/** Reports are tables: columns by name and rows of text, so that page and file cannot differ. */
export const operatorReportCalls = {
  getReport: defineOperatorCall({
    name: 'getReport',
    method: 'GET',
    path: '/reports/{name}',
    access: 'reports.read',
    stepUp: false,
    command: false,
    summary:
      'A report: deposits and withdrawals by day, fees, result of the house, liabilities, identity checks, operators, plans, loans, charities, invitations.',
    params,
    query: strict({ book: Type.Optional(Type.Enum(['demo', 'real'])), ...timeQuery }),
    result: strict({
      name: name(),
      at: timestamp('When it was read.'),
      columns: list(
        strict({ id: words('Name of the column.'), kind: Type.Enum(['text', 'amount', 'number', 'day']) }),
        20,
      ),
      rows: list(list(words('Cell.'), 20), 2_000),
      more: Type.Boolean({ description: 'The file has further rows.' }),
    }),
    codes: ['timeRangeInvalid'],
  }),
  exportReport: defineOperatorCall({
    name: 'exportReport',
    method: 'GET',
    path: '/reports/{name}/export',
    access: 'reports.export',
    stepUp: true,
    command: false,
    summary: 'The same report as CSV.',
    params,
    query: strict({ book: Type.Optional(Type.Enum(['demo', 'real'])), ...timeQuery }),
    result: Type.Array(list(words('Cell.'), 20)),
    file: ['text/csv'],
    codes: ['timeRangeInvalid'],
  }),
};
