import { code } from '@glasshouse/api/codes';
import { figureOf } from '../figures/in-force.ts';
import { changeOf } from '../kernel/core/effects.ts';
import { refuse } from '../kernel/core/refusal.ts';
import type { Command, CoreState, Outcome, Refusal, RowChange } from '../kernel/core/types.ts';
import { SESSION_DIGEST } from '../platform/session-scope.ts';
import { accessOf } from './access/slice.ts';
import { KNOWN_LINKS_TABLE, type KnownLink } from './rows.ts';
import { authorityOf } from './slice.ts';

export type IssueLinkBody = {
  readonly digest: string;
  readonly operator: number;
  /** Who asked for it, and is handed the link. */
  readonly by: number;
};
/** A link of the command line of the server, which a key of the data folder has sealed. */
export type ServerLinkBody = {
  readonly digest: string;
  readonly operator: number | null;
  readonly name: string;
  readonly roles: readonly string[];
  readonly until: number;
};

const withRows = (...rows: readonly RowChange[]): Outcome => ({
  ok: true,
  result: null,
  postings: [],
  rows,
  events: [],
});

/** In logs of before, operators come by no link that the core knows. */
export const knowsLinks = (state: CoreState): boolean => accessOf(state).vouched.has('credentials');

const linkOf = (state: CoreState, digest: string): KnownLink | undefined =>
  [...authorityOf(state).links.values()].find((link) => link.digest === digest);

/**
 * The right to make a link, which an approved invitation or recovery gives to the one who asked.
 */
export const approvedLink = (
  state: CoreState,
  { seq, at }: Pick<Command, 'seq' | 'at'>,
  link: Pick<KnownLink, 'operator' | 'name' | 'roles' | 'request' | 'asked_by'>,
): RowChange =>
  changeOf(KNOWN_LINKS_TABLE, {
    ...link,
    opened_by: seq,
    digest: null,
    until: at + figureOf(state, 'operators.linkMs'),
    used_at: null,
  });

/** 11158 unless the newest approval about the operator is open, and by who asked for it. */
export function issueLink(state: CoreState, command: Command<IssueLinkBody>): Outcome {
  const { digest, operator, by } = command.body;
  if (!SESSION_DIGEST.test(digest)) return refuse(code.wrongFormat, 'digest');
  if (!knowsLinks(state)) return withRows();
  const session = command.session === undefined ? undefined : accessOf(state).open.get(command.session);
  const isTheirs = session?.kind === 'operator' && session.owner === by;
  if (!isTheirs || authorityOf(state).operators.get(by)?.state !== 'active') return refuse(code.sessionExpired);
  const newest = [...authorityOf(state).links.values()]
    .filter((link) => link.operator === operator && link.request !== null)
    .toSorted((a, b) => b.opened_by - a.opened_by)[0];
  const isOpen = newest !== undefined && newest.used_at === null && command.at < newest.until;
  if (!isOpen || newest.asked_by !== by) return refuse(code.linkUsed, 'link');
  if (linkOf(state, digest) !== undefined) return refuse(code.linkUsed, 'link');
  return withRows(changeOf(KNOWN_LINKS_TABLE, { ...newest, digest }));
}

/** Told right before it is used; a digest is taken once, ever. */
export function takeServerLink(state: CoreState, { seq, at, body }: Command<ServerLinkBody>): Outcome {
  const { digest, operator, name, roles, until } = body;
  if (!knowsLinks(state)) return withRows();
  if (!SESSION_DIGEST.test(digest)) return refuse(code.wrongFormat, 'digest');
  const known = linkOf(state, digest);
  if (known !== undefined) {
    // After a crash in between, it goes on.
    const isSame = known.request === null && known.used_at === null && at < known.until;
    return isSame ? withRows() : refuse(code.linkUsed, 'link');
  }
  const isLate = until <= at || at + figureOf(state, 'operators.linkMs') < until;
  const isUnknown = operator !== null && authorityOf(state).operators.get(operator)?.state !== 'active';
  if (isLate || isUnknown) return refuse(code.linkUsed, 'link');
  const link: KnownLink = {
    opened_by: seq,
    digest,
    operator,
    name,
    roles,
    until,
    request: null,
    asked_by: null,
    used_at: null,
  };
  return withRows(changeOf(KNOWN_LINKS_TABLE, link));
}

/** The open link that makes an operator of this name and these roles. */
export function linkOfNew(
  state: CoreState,
  { at, body }: Command<{ readonly name: string; readonly roles: readonly string[]; readonly link?: string }>,
): KnownLink | Refusal {
  const link = body.link === undefined ? undefined : linkOf(state, body.link);
  const isOpen = link !== undefined && link.used_at === null && link.operator === null && at < link.until;
  const isSame = isOpen && (link.name === '' || link.name === body.name) && String(link.roles) === String(body.roles);
  return isSame ? link : refuse(code.linkUsed, 'link');
}

export const ofOperator = (link: KnownLink, operator: number): RowChange =>
  changeOf(KNOWN_LINKS_TABLE, { ...link, operator });

/**
 * The link when its operator sets a password by it; undefined when it is none of theirs or over.
 */
export function usedLink(
  state: CoreState,
  { at }: Pick<Command, 'at'>,
  use: { readonly digest: string; readonly operator: number },
): RowChange | undefined {
  const link = linkOf(state, use.digest);
  const isOpen = link?.used_at === null && link.operator === use.operator && at < link.until;
  const isActive = authorityOf(state).operators.get(use.operator)?.state === 'active';
  return link !== undefined && isOpen && isActive ? changeOf(KNOWN_LINKS_TABLE, { ...link, used_at: at }) : undefined;
}
