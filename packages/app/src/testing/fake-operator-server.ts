import { operatorCallTable } from '@glasshouse/api/operator/call-table';
import {
  OPERATOR_PATH,
  type OperatorBodyOf,
  type OperatorParamsOf,
  type OperatorQueryOf,
  type OperatorResultOf,
} from '@glasshouse/api/operator/calls';
import { FakeCalls } from './fake-server.ts';

type OperatorCalls = {
  readonly [Name in keyof typeof operatorCallTable]: {
    readonly params: OperatorParamsOf<Name>;
    readonly query: OperatorQueryOf<Name>;
    readonly body: OperatorBodyOf<Name>;
    readonly result: OperatorResultOf<Name>;
  };
};

/** The server as the console calls it. */
export class FakeOperatorServer extends FakeCalls<OperatorCalls> {
  constructor() {
    super(OPERATOR_PATH, operatorCallTable);
  }
}
