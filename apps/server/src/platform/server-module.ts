import { type CallName, type Calls, callSpec } from '@glasshouse/api/calls';
import type { OperatorCallName } from '@glasshouse/api/operator/calls';
import type { CallHandlers } from './call.ts';
import type { OperatorHandlers } from './operator-call.ts';

/** Ends what was started, after what is running. */
export type Stop = () => Promise<void>;

/**
 * What a module has outside the core thread. Its handlers, tables and rows are a `CoreModule`: the
 * core thread loads no routes. `calls` and `operatorCalls` have the type of what they are
 * (`satisfies CallHandlers`), so that the compiler sees who answers what.
 */
export interface ServerModule {
  readonly name: string;
  /** Calls of customers. */
  readonly calls?: CallHandlers;
  readonly operatorCalls?: OperatorHandlers;
  /** Starts its jobs. */
  readonly start?: () => Stop;
}

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

type Nothing = Readonly<Record<never, never>>;
type CallsIn<Modules extends readonly ServerModule[]> = {
  readonly [Index in keyof Modules]: Modules[Index] extends { readonly calls: infer Own extends object }
    ? Own
    : Nothing;
};
type OperatorCallsIn<Modules extends readonly ServerModule[]> = {
  readonly [Index in keyof Modules]: Modules[Index] extends { readonly operatorCalls: infer Own extends object }
    ? Own
    : Nothing;
};

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

/** Handlers of every call that is served. */
export type AllCalls = Required<Pick<CallHandlers, ServedName>>;
export type AllOperatorCalls = Required<OperatorHandlers>;

const merged = (parts: readonly (object | undefined)[]): object => Object.assign({}, ...parts);

/** The calls of the parts of a module. Does not compile where two answer the same call. */
export const mergeCalls = <Parts extends readonly (CallHandlers | OperatorHandlers)[]>(
  parts: readonly [...Parts] & AnsweredOnce<Parts>,
): Merged<Parts> => merged(parts) as Merged<Parts>;

/** All modules together. */
export interface ServerModules {
  readonly calls: AllCalls;
  readonly operatorCalls: AllOperatorCalls;
  /** Starts the jobs of all of them. */
  start(): Stop;
}

/**
 * Does not compile where two modules answer the same call, of which one would silently never be
 * asked, nor where nobody answers one.
 */
export const joinModules = <const Modules extends readonly ServerModule[]>(
  modules: readonly [...Modules] &
    AnsweredOnce<CallsIn<Modules>> &
    AnsweredOnce<OperatorCallsIn<Modules>> &
    Complete<CallsIn<Modules>, ServedName> &
    Complete<OperatorCallsIn<Modules>, OperatorCallName>,
): ServerModules => {
  const all: readonly ServerModule[] = modules;
  return {
    calls: merged(all.map(({ calls }) => calls)) as AllCalls,
    operatorCalls: merged(all.map(({ operatorCalls }) => operatorCalls)) as AllOperatorCalls,
    start() {
      const stops = all.flatMap(({ start }) => start?.() ?? []);
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
  };
};
