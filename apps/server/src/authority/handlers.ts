import type { CoreModule, Json } from '../kernel/core/types.ts';
import { type AcknowledgeBody, acknowledge } from './acknowledgement.ts';
import { type IssueLinkBody, issueLink, type ServerLinkBody, takeServerLink } from './links.ts';
import { type AdjustBody, adjustBalance, type HouseMoveBody, moveHouse } from './money.ts';
import {
  type AddOperatorBody,
  addOperator,
  type CredentialBody,
  changeCredential,
  disableOperator,
  enableOperator,
  type InviteBody,
  inviteOperator,
  type OfOperatorBody,
  type RolesBody,
  recoverOperator,
  setRoles,
  signInOperator,
} from './operators.ts';
import { type ParameterBody, setParameter } from './parameters.ts';
import { type NoteBody, noteUser, recordView, type StandingBody, setStanding, type ViewBody } from './people.ts';
import {
  type DecideBody,
  decideRequest,
  dueRequests,
  type ExpireBody,
  expireRequests,
  gatherDecision,
  type WithdrawBody,
  withdrawRequest,
} from './requests.ts';
import {
  ACKNOWLEDGEMENTS_TABLE,
  ACTIONS_TABLE,
  KNOWN_LINKS_TABLE,
  OPERATORS_TABLE,
  PARAMETERS_TABLE,
  REQUESTS_TABLE,
  STANDINGS_TABLE,
  VIEWS_TABLE,
} from './rows.ts';
import { AUTHORITY, type AuthorityRows, type AuthoritySlice, emptySlice, reduce } from './slice.ts';
import type { OperatorBody } from './stamp.ts';

type Plain<Body extends Json> = { readonly body: Body; readonly facts: null };

export type AuthorityCommands = {
  readonly 'operator.add': Plain<AddOperatorBody>;
  readonly 'operatorLink.issue': Plain<IssueLinkBody>;
  readonly 'operatorLink.take': Plain<ServerLinkBody>;
  readonly 'operator.invite': Plain<InviteBody>;
  readonly 'operator.roles': Plain<RolesBody>;
  readonly 'operator.enable': Plain<OfOperatorBody>;
  readonly 'operator.disable': Plain<OfOperatorBody>;
  readonly 'operator.recover': Plain<OfOperatorBody>;
  readonly 'operator.credential': Plain<CredentialBody>;
  readonly 'operator.signIn': Plain<OperatorBody>;
  readonly 'request.decide': { readonly body: DecideBody; readonly facts: Json };
  readonly 'request.withdraw': Plain<WithdrawBody>;
  readonly 'request.expire': Plain<ExpireBody>;
  readonly 'parameter.set': Plain<ParameterBody>;
  readonly 'standing.set': Plain<StandingBody>;
  readonly 'user.note': Plain<NoteBody>;
  readonly 'view.record': Plain<ViewBody>;
  readonly 'balances.adjust': Plain<AdjustBody>;
  readonly 'house.move': Plain<HouseMoveBody>;
  readonly 'risk.acknowledge': Plain<AcknowledgeBody>;
};

/** Operators, what they may do and what they did; what people have read before they trade. */
export const authorityModule: CoreModule<AuthorityCommands, AuthorityRows, AuthoritySlice> = {
  name: AUTHORITY.name,
  initial: emptySlice,
  tables: [
    OPERATORS_TABLE,
    REQUESTS_TABLE,
    ACTIONS_TABLE,
    VIEWS_TABLE,
    STANDINGS_TABLE,
    PARAMETERS_TABLE,
    ACKNOWLEDGEMENTS_TABLE,
    KNOWN_LINKS_TABLE,
  ],
  reduce,
  handlers: {
    'operator.add': addOperator,
    'operatorLink.issue': issueLink,
    'operatorLink.take': takeServerLink,
    'operator.invite': inviteOperator,
    'operator.roles': setRoles,
    'operator.enable': enableOperator,
    'operator.disable': disableOperator,
    'operator.recover': recoverOperator,
    'operator.credential': changeCredential,
    'operator.signIn': signInOperator,
    'request.decide': decideRequest,
    'request.withdraw': withdrawRequest,
    'request.expire': expireRequests,
    'parameter.set': setParameter,
    'standing.set': setStanding,
    'user.note': noteUser,
    'view.record': recordView,
    'balances.adjust': adjustBalance,
    'house.move': moveHouse,
    'risk.acknowledge': acknowledge,
  },
  gather: { 'request.decide': gatherDecision },
  internal: ['request.expire'],
  onTime: dueRequests,
};
