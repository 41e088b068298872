-- Instant conversion: what can be converted, firm quotes and what they promised, and what was converted.

create table convert_terms (
  asset   text    primary key,
  version integer not null,
  terms   jsonb   not null
);

-- Ticks are kept whole, with the precision of their prices; null where the asset is USDT, which needs none.
create table convert_quotes (
  id           bigint primary key,       -- sequence of the command that made it
  quote_id     text   not null unique,
  user_id      bigint not null,
  book         text   not null check (book in ('demo', 'real')),
  from_asset   text   not null,
  to_asset     text   not null check (to_asset <> from_asset),
  amount       numeric(38, 8) not null check (amount > 0),
  receive      numeric(38, 8) not null check (receive > 0),
  value_usdt   numeric(38, 8) not null check (value_usdt > 0),
  reference    text   not null,
  price        text   not null,
  spread_rate  numeric(18, 8) not null check (spread_rate >= 0 and spread_rate < 0.003),
  margin_rate  numeric(18, 8) not null check (margin_rate >= 0),
  from_version integer not null,
  to_version   integer not null,
  from_tick    jsonb,
  to_tick      jsonb,
  state        text   not null check (state in ('open', 'used', 'expired', 'replaced', 'reset')),
  placed_at    timestamptz not null,
  expires_at   timestamptz not null,
  closed_by    bigint,                   -- sequence of the command that ended it
  check ((state = 'open') = (closed_by is null))
);
-- What must be in memory after a start.
create index convert_quotes_open on convert_quotes (id) where closed_by is null;

create table convert_fills (
  id           bigint primary key,       -- sequence of the command that converted
  quote        bigint unique,
  user_id      bigint not null,
  book         text   not null check (book in ('demo', 'real')),
  from_asset   text   not null,
  to_asset     text   not null check (to_asset <> from_asset),
  amount       numeric(38, 8) not null check (amount > 0),
  receive      numeric(38, 8) not null check (receive > 0),
  value_usdt   numeric(38, 8) not null check (value_usdt > 0),
  reference    text   not null,
  price        text   not null,
  spread_rate  numeric(18, 8) not null check (spread_rate >= 0 and spread_rate < 0.003),
  margin_rate  numeric(18, 8) not null check (margin_rate >= 0),
  from_version integer not null,
  to_version   integer not null,
  from_tick    jsonb,
  to_tick      jsonb,
  at           timestamptz not null
);
-- The user's list, newest first; and whole days of all users, for levels.
create index convert_fills_by_user on convert_fills (user_id, book, id desc);
create index convert_fills_at on convert_fills using brin (at) with (pages_per_range = 32);
