/**
 * The fields of all tickets; each product has some of them. `market` is not a field on the form: it
 * holds problems that no input can fix, such as a missing price.
 */
export type TicketField =
  | 'size'
  | 'price'
  | 'stopPrice'
  | 'stopLimit'
  | 'distance'
  | 'leverage'
  | 'stopLoss'
  | 'takeProfit'
  | 'market';

export type Problems<Problem extends string> = Readonly<Partial<Record<TicketField, Problem>>>;

/**
 * What a calculator makes of a draft. Calculators are pure: no React, the same rules as the core.
 */
export interface Priced<Figures, Problem extends string> {
  /** Undefined while there is too little to calculate with. */
  readonly figures: Figures | undefined;
  /** The order can be placed once this is empty. */
  readonly problems: Problems<Problem>;
}

/** The one shape of every ticket: what is filled in, what follows from it, and what is wrong. */
export interface Ticket<Draft, Figures, Problem extends string> extends Priced<Figures, Problem> {
  readonly draft: Draft;
}

/** What the hook of every ticket returns, besides what its product needs. */
export interface TicketState<Draft, Figures, Problem extends string, Body> extends Ticket<Draft, Figures, Problem> {
  /** The fields on the form now; a refusal about another one cannot be shown at its field. */
  readonly fields: readonly TicketField[];
  /** Whether a field was left: nobody is corrected while typing. */
  readonly hasLeft: (field: TicketField) => boolean;
  /** Without arguments, every field. */
  readonly leave: (...fields: readonly TicketField[]) => void;
  /** The order as it is sent; undefined while there is a problem. */
  readonly body: Body | undefined;
}

export const isReady = ({ figures, problems }: Priced<unknown, string>): boolean =>
  figures !== undefined && Object.keys(problems).length === 0;
