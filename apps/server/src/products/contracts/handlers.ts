import { code } from '@glasshouse/api/codes';
import type { Command, CoreModule, CoreState, Outcome } from '../../kernel/types.ts';
import { buy } from './buy.ts';
import { gatherFacts } from './facts.ts';
import { finance } from './finance.ts';
import { closeAll, fire } from './fire.ts';
import { cancel, close, setStops } from './manage.ts';
import { open } from './open.ts';
import { ORDERS_TABLE, TERMS_TABLE } from './order.ts';
import { CONTRACTS, type ContractsSlice, contractsOf, emptySlice, reduce } from './slice.ts';
import { STEPS_TABLE } from './steps.ts';
import { type ContractOffer, termsFrom, termsJson } from './terms.ts';
import { onTick, onTime } from './triggers.ts';

/** Sets what is offered on one instrument from now on; orders that were placed keep their terms. */
function define(state: CoreState, command: Command): Outcome {
  const offer = command.body as unknown as ContractOffer;
  const version = (contractsOf(state).terms.get(offer.code)?.version ?? 0) + 1;
  const terms = termsFrom(offer, version);
  if ('wrong' in terms) return { ok: false, code: code.productIncorrect, fields: { [terms.wrong]: code.outOfRange } };
  const row = { code: offer.code, version, terms: termsJson(terms) };
  return { ok: true, result: { version }, postings: [], rows: [{ table: TERMS_TABLE.table, row }], events: [] };
}

const WITH_MARKET = new Set(['contracts.buy', 'contracts.close', 'contracts.stops']);

export const contractsModule: CoreModule<ContractsSlice> = {
  name: CONTRACTS.name,
  initial: emptySlice,
  tables: [TERMS_TABLE, ORDERS_TABLE, STEPS_TABLE],
  reduce,
  handlers: {
    'contracts.define': define,
    'contracts.buy': buy,
    'contracts.close': close,
    'contracts.stops': setStops,
    'contracts.cancel': cancel,
    'contracts.open': open,
    'contracts.fire': fire,
    'contracts.liquidate': fire,
    'contracts.finance': finance,
  },
  internal: ['contracts.define', 'contracts.open', 'contracts.fire', 'contracts.liquidate', 'contracts.finance'],
  gather: (input, at, market, state) => (WITH_MARKET.has(input.type) ? gatherFacts(input, at, market, state) : null),
  onTick,
  onTime,
  closeAll,
  isLive: (slice, userId) => slice.byUser.has(userId),
  liveUsers: (slice) => slice.byUser.keys(),
};
