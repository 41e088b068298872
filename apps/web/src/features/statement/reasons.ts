import { reasonsOf, STATEMENT_KINDS, type StatementKind } from '@glasshouse/rules/statement-kinds';

/** The reasons in a user's statement in this release, by product. */
export const REASONS = (Object.keys(STATEMENT_KINDS) as StatementKind[]).map((kind) => ({
  kind,
  reasons: reasonsOf(kind),
}));
