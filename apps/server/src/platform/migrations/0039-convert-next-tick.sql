-- Conversions without a quote are made at the first prices after they were asked for. `from_tick`,
-- `to_tick` and `receive` are what was seen then; the prices that make it come into `next_from` and
-- `next_to`.
create table convert_orders (
  id           bigint primary key,       -- sequence of the command that asked for it
  user_id      bigint not null,
  book         text   not null check (book in ('demo', 'real')),
  from_asset   text   not null,
  to_asset     text   not null check (to_asset <> from_asset),
  amount       numeric(38, 8) not null check (amount > 0),
  receive      numeric(38, 8) not null check (receive > 0),
  least        numeric(38, 8) not null check (least > 0),
  value_usdt   numeric(38, 8) not null check (value_usdt > 0),
  reference    text   not null,
  price        text   not null,
  spread_rate  numeric(18, 8) not null check (spread_rate >= 0 and spread_rate < 0.003),
  margin_rate  numeric(18, 8) not null check (margin_rate >= 0),
  from_version integer not null,
  to_version   integer not null,
  from_tick    jsonb,
  to_tick      jsonb,
  next_from    jsonb,
  next_to      jsonb,
  first_by     bigint,                   -- sequence of what brought the first of two prices
  state        text   not null check (state in ('waiting', 'filled', 'cancelled')),
  reason       text   check (reason in ('moved', 'wide', 'pool', 'noPrice', 'reset')),
  placed_at    timestamptz not null,
  lapses_at    timestamptz not null,
  closed_by    bigint,                   -- sequence of what ended it
  closed_at    timestamptz,
  check ((state = 'waiting') = (closed_by is null)),
  check ((state = 'cancelled') = (reason is not null))
);
-- What must be in memory after a start.
create index convert_orders_waiting on convert_orders (id) where state = 'waiting';
create index convert_orders_by_user on convert_orders (user_id, book, id desc) where state <> 'filled';

-- Firm prices are kept in memory only; a conversion by one keeps it whole, with the prices that it
-- was checked against, and one that waited keeps when.
alter table convert_fills
  add column quote_id  text unique,
  add column quoted_at timestamptz,
  add column band_rate numeric(18, 8) check (band_rate >= 0 and band_rate < 0.003),
  add column now_from  jsonb,
  add column now_to    jsonb,
  add column placed_at timestamptz,
  add column filled_by bigint;
