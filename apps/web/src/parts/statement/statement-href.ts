/** What the statement can be narrowed to from elsewhere. */
export interface StatementQuery {
  /** A product for all its reasons, or one reason: `options.fee`. */
  readonly reason?: string | undefined;
  readonly asset?: string | undefined;
  /** One day by the reader's clock: `2026-11-21`. */
  readonly day?: string | undefined;
}

/** The postings behind a figure, in the statement. */
export function statementHref({ reason, asset, day }: StatementQuery): string {
  const params = Object.entries({ reason, asset, day }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return params.length === 0 ? '/zjxq' : `/zjxq?${new URLSearchParams(params)}#lines`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads it back; whatever is not of that form is left out. */
export function statementQuery(search: string, reasons: ReadonlySet<string>): StatementQuery {
  const params = new URLSearchParams(search);
  const [reason, asset, day] = ['reason', 'asset', 'day'].map((name) => params.get(name) ?? '');
  return {
    reason: reason !== undefined && reasons.has(reason) ? reason : undefined,
    asset: asset !== undefined && /^[A-Z0-9]{1,12}$/.test(asset) ? asset : undefined,
    day: day !== undefined && DAY.test(day) ? day : undefined,
  };
}

/** The row of a ledger line, on a page that lists it. */
export const lineAnchor = (id: string): string => `line-${id.replaceAll(/\W/g, '-')}`;
