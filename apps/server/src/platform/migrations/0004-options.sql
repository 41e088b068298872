-- Up/down options: what is offered, and every order with the ticks that decided it. Prices in points (10^-precision).

create table option_terms (
  code    text primary key,
  version integer not null,
  terms   jsonb   not null
);

create table option_orders (
  id             bigint primary key,     -- sequence of the command that placed it
  user_id        bigint not null,
  book           text   not null check (book in ('demo', 'real')),
  code           text   not null,
  asset          text   not null,
  direction      text   not null check (direction in ('up', 'down')),
  stake          numeric(38, 8) not null check (stake > 0),
  fee            numeric(38, 8) not null check (fee >= 0),
  profit         numeric(38, 8) not null check (profit >= 0),
  payout_rate    numeric(20, 8) not null,
  fee_rate       numeric(20, 8) not null,
  period_seconds integer not null,
  precision      integer not null,
  gap_limit_ms   integer not null,
  terms_version  integer not null,
  state          text    not null check (state in ('waiting', 'open', 'settled', 'void')),
  outcome        text    check (outcome in ('win', 'lose', 'draw', 'void')),
  void_reason    text,
  placed_at      timestamptz not null,
  entry_seq      bigint,
  entry_bid      bigint,
  entry_ask      bigint,
  entry_mid      bigint,
  entry_at       timestamptz,
  entered_by     bigint,                 -- sequence of the command that took the entry
  expires_at     timestamptz,
  exit_seq       bigint,
  exit_bid       bigint,
  exit_ask       bigint,
  exit_mid       bigint,
  exit_at        timestamptz,
  settled_by     bigint,                 -- sequence of the command that settled or voided it
  settled_at     timestamptz,
  paid           numeric(38, 8),
  check ((state in ('settled', 'void')) = (settled_by is not null and outcome is not null and paid is not null)),
  check (state <> 'open' or (entry_seq is not null and expires_at is not null))
) with (fillfactor = 70);
-- The user's list, newest first.
create index option_orders_by_user on option_orders (user_id, book, id desc);
-- The user's open orders, and what must be in memory after a start. The predicate is a column that entering does not
-- change, so that taking an entry updates the row in place (HOT) and touches no index.
create index option_orders_live on option_orders (user_id, book, id desc) where settled_by is null;
