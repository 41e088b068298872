import { type CallName, type Calls, callSpec } from '@glasshouse/api/calls';
import type { OperatorCallName } from '@glasshouse/api/operator/calls';
import type { CallHandlers } from './call.ts';
import type { OperatorHandlers } from './operator-call.ts';

/**
 * Puts the calls of modules together. The compiler refuses two modules that answer the same call,
 * of which one would silently never be asked, and a list that leaves a call unanswered. For that a
 * module's calls have the type of what they are (`satisfies CallHandlers`), not `CallHandlers`.
 */
type Names<Part> = Part extends unknown ? keyof Part : never;

/** Names that a part has in common with a later one. */
type Repeated<Parts extends readonly object[]> = Parts extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? Extract<keyof First, Names<Rest[number]>> | Repeated<Rest>
  : never;

type AnsweredOnce<Parts extends readonly object[]> = [Repeated<Parts>] extends [never]
  ? unknown
  : { readonly 'is answered twice': Repeated<Parts> };

type Complete<Parts extends readonly object[], Wanted> = [Exclude<Wanted, Names<Parts[number]>>] extends [never]
  ? unknown
  : { readonly 'is not answered': Exclude<Wanted, Names<Parts[number]>> };

/** Of the part that has the name. */
type Merged<Parts extends readonly object[]> = {
  readonly [Name in Names<Parts[number]>]: Extract<Parts[number], { readonly [Own in Name]: unknown }>[Name];
};

/** It has a route of its own: it is served as bytes. */
type ServedApart = 'listMarkets';
const SERVED_APART: CallName = 'listMarkets' satisfies ServedApart;

type Served = { [Name in CallName]: Calls[Name]['served'] extends true ? Name : never }[CallName];
type ServedName = Exclude<Served, ServedApart>;
/** Whether a module answers it: the others answer 404, or apart. */
export const isServed = (name: CallName): name is ServedName => callSpec(name).served && name !== SERVED_APART;

/** Handlers of every call that is served, and of nothing twice. */
export type AllCalls = Required<Pick<CallHandlers, ServedName>>;
export type AllOperatorCalls = Required<OperatorHandlers>;

const merged = (parts: readonly object[]): object => Object.assign({}, ...parts);

/** Some calls, for instance those of the parts of a module. */
export const mergeCalls = <Parts extends readonly (CallHandlers | OperatorHandlers)[]>(
  parts: readonly [...Parts] & AnsweredOnce<Parts>,
): Merged<Parts> => merged(parts) as Merged<Parts>;

/** All that customers may call. */
export const everyCall = <Parts extends readonly CallHandlers[]>(
  parts: readonly [...Parts] & AnsweredOnce<Parts> & Complete<Parts, ServedName>,
): AllCalls => merged(parts) as AllCalls;

/** All that operators may call. */
export const everyOperatorCall = <Parts extends readonly OperatorHandlers[]>(
  parts: readonly [...Parts] & AnsweredOnce<Parts> & Complete<Parts, OperatorCallName>,
): AllOperatorCalls => merged(parts) as AllOperatorCalls;
