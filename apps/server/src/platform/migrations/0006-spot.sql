-- The spot market: what each pair offers, orders, a row for each side of each trade, the last trades of each market, and
-- what was taken from the house's quotes. Prices in points (10^-precision).

-- Every version stays, because orders name the one that they were placed under.
create table spot_terms (
  code    text    not null,
  version integer not null,
  terms   jsonb   not null,
  primary key (code, version)
);

create table spot_orders (
  id              bigint primary key,    -- sequence of the command that placed it; also its place in the queue of its price
  user_id         bigint not null,
  book            text   not null check (book in ('demo', 'real')),
  code            text   not null,
  base            text   not null,
  quote           text   not null,
  side            text   not null check (side in ('buy', 'sell')),
  type            text   not null check (type in ('limit', 'market')),
  time_in_force   text   not null check (time_in_force in ('GTC', 'IOC', 'FOK', 'postOnly')),
  state           text   not null check (state in ('waiting', 'partlyFilled', 'filled', 'revoked')),
  price           bigint check (price > 0),
  quantity        numeric(38, 8) check (quantity > 0),
  amount          numeric(38, 8) check (amount > 0),
  precision       integer not null,
  quantity_step   numeric(38, 8) not null,
  maker_rate      numeric(20, 8) not null,
  taker_rate      numeric(20, 8) not null,
  level           integer not null,
  terms_version   integer not null,
  filled_quantity numeric(38, 8) not null check (filled_quantity >= 0),
  filled_amount   numeric(38, 8) not null check (filled_amount >= 0),
  fee             numeric(38, 8) not null check (fee >= 0),
  held            numeric(38, 8) not null check (held >= 0),
  fills           integer not null,
  placed_at       timestamptz not null,
  done_at         timestamptz,
  settled_by      bigint,                -- sequence of the command that filled it to the end or revoked it
  check ((price is not null) = (type = 'limit')),
  check ((quantity is null) <> (amount is null)),
  check (filled_quantity <= quantity),
  check ((state in ('filled', 'revoked')) = (settled_by is not null and done_at is not null)),
  check (settled_by is null or held = 0),
  check (settled_by is not null or (type = 'limit' and held > 0 and time_in_force in ('GTC', 'postOnly')))
) with (fillfactor = 70);
-- The user's list, newest first.
create index spot_orders_by_user on spot_orders (user_id, book, id desc);
-- The user's resting orders, and what must be in memory after a start. A partial fill changes no column of it, so it
-- updates the row in place (HOT) and touches no index.
create index spot_orders_live on spot_orders (user_id, book, id desc) where settled_by is null;

create table spot_fills (
  order_id  bigint  not null,
  idx       integer not null check (idx > 0),
  user_id   bigint  not null,
  book      text    not null check (book in ('demo', 'real')),
  code      text    not null,
  seq       bigint  not null,            -- log entry that made it
  side      text    not null check (side in ('buy', 'sell')),
  role      text    not null check (role in ('maker', 'taker')),
  price     bigint  not null check (price > 0),
  quantity  numeric(38, 8) not null check (quantity > 0),
  amount    numeric(38, 8) not null check (amount >= 0),
  fee       numeric(38, 8) not null check (fee >= 0),
  fee_asset text    not null,
  house     boolean not null,            -- the other side was the house, whose quote came from the tick
  tick_seq  bigint,
  tick_bid  bigint,
  tick_ask  bigint,
  tick_mid  bigint,
  tick_at   timestamptz,
  at        timestamptz not null,
  primary key (order_id, idx),
  check (house = (tick_seq is not null))
);
-- Volume of a user over the last days, and trades by time.
create index spot_fills_by_user on spot_fills (user_id, book, at desc);

-- A ring: `slot` is the number of the trade modulo the trades that are kept.
create table spot_trades (
  book     text    not null check (book in ('demo', 'real')),
  code     text    not null,
  slot     integer not null,
  number   bigint  not null,
  seq      bigint  not null,
  price    bigint  not null,
  quantity numeric(38, 8) not null,
  side     text    not null check (side in ('buy', 'sell')),
  at       timestamptz not null,
  primary key (book, code, slot)
) with (fillfactor = 50);

create table spot_ladders (
  book       text   not null check (book in ('demo', 'real')),
  code       text   not null,
  tick_seq   bigint not null,
  taken_asks bigint not null check (taken_asks >= 0),
  taken_bids bigint not null check (taken_bids >= 0),
  primary key (book, code)
) with (fillfactor = 50);
