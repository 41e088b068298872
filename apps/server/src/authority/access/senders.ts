import type { CoreModule, Handler } from '../../kernel/core/types.ts';
import { isOperatorHandler } from '../action.ts';

/** Who must send a command: a person by a session of theirs, an operator, or the server. */
export type Sender = 'person' | 'operator' | 'server';

/** Commands that people give. */
export const PERSON_COMMANDS: readonly string[] = [
  'books.reset',
  'risk.acknowledge',
  'account.close',
  'kyc.submit',
  'alerts.add',
  'alerts.remove',
  'options.buy',
  'convert.fill',
  'spot.submit',
  'spot.cancel',
  'contracts.buy',
  'contracts.reverse',
  'contracts.close',
  'contracts.stops',
  'contracts.cancel',
  'plans.buy',
  'plans.exit',
  'plans.switch',
  'nfts.buy',
  'loans.request',
  'loans.cancel',
  'loans.repay',
  'deposits.publish',
  'deposits.claim',
  'withdrawals.request',
  'withdrawals.cancel',
  'withdrawals.addAddress',
  'withdrawals.removeAddress',
  'withdrawals.lock',
];

/** Commands of operators besides those that `operatorHandler` made. */
const OPERATOR_COMMANDS: readonly string[] = ['request.decide', 'view.record', 'kyc.withdraw'];

/**
 * Commands of the server itself that are not internal: jobs, watchers, providers, and what happens
 * before there is a session.
 */
export const SERVER_COMMANDS: readonly string[] = [
  'session.open',
  'session.close',
  'credential.record',
  'credential.check',
  'books.open',
  'account.reopen',
  'operator.add',
  'operatorLink.issue',
  'operatorLink.take',
  'account.erase',
  'kyc.assess',
  'kyc.share',
  'kyc.expire',
  'referrals.link',
  'deposits.seen',
  'deposits.confirmed',
  'deposits.vanished',
  'withdrawals.confirmed',
  'funding.watched',
  'withdrawals.compare',
  'evidence.import',
  'nfts.certify',
];

/** Type of command → who must send it; types that are missing are the server's. */
export function sendersOf(modules: readonly CoreModule[]): ReadonlyMap<string, Sender> {
  const senders = new Map<string, Sender>();
  for (const { handlers } of modules) {
    for (const [type, handler] of Object.entries(handlers as Readonly<Record<string, Handler>>)) {
      if (PERSON_COMMANDS.includes(type)) senders.set(type, 'person');
      else if (isOperatorHandler(handler) || OPERATOR_COMMANDS.includes(type)) senders.set(type, 'operator');
    }
  }
  return senders;
}
