-- Leveraged contracts: every version of what was offered, every order, and the story of each. Prices in points (10^-precision).

create table contract_terms (
  code    text    not null,
  version integer not null,
  terms   jsonb   not null,
  primary key (code, version)           -- positions keep the version that they were opened under
);

create table contract_orders (
  id                 bigint primary key,     -- sequence of the command that placed it
  user_id            bigint not null,
  book               text   not null check (book in ('demo', 'real')),
  code               text   not null,
  asset              text   not null,
  side               text   not null check (side in ('buy', 'sell')),
  type               text   not null check (type in ('market', 'limit')),
  leverage           integer not null check (leverage > 0),
  lots               numeric(38, 8) not null check (lots > 0),
  open_lots          numeric(38, 8) not null check (open_lots >= 0),
  lot_size           numeric(38, 8) not null check (lot_size > 0),
  precision          integer not null,
  terms_version      integer not null,
  fee_rate           numeric(20, 8) not null,
  financing_rate     numeric(20, 8) not null,
  quote_rate         numeric(20, 8) not null,
  state              text   not null check (state in ('waiting', 'open', 'closed', 'cancelled', 'liquidated')),
  limit_points       bigint,
  stop_points        bigint,
  target_points      bigint,
  notional           numeric(38, 8) not null check (notional >= 0),   -- of what waits or is open, at the limit or opening price
  held               numeric(38, 8) not null check (held >= 0),       -- margin and fee of an order that waits
  initial_margin     numeric(38, 8) not null check (initial_margin >= 0),
  margin             numeric(38, 8) not null check (margin >= 0),     -- lies behind what is open
  maintenance        numeric(38, 8) not null check (maintenance >= 0),
  liquidation_points bigint,
  open_fee           numeric(38, 8) not null check (open_fee >= 0),
  close_fee          numeric(38, 8) not null check (close_fee >= 0),
  financing          numeric(38, 8) not null check (financing >= 0),
  realised           numeric(38, 8) not null,
  close_value        numeric not null,        -- closed lots × price in points
  pnl_carry          numeric not null,        -- what rounding left over at partial closes
  fee_carry          numeric not null,
  financed_night     integer,                 -- the last night that was charged
  placed_at          timestamptz not null,
  open_points        bigint,                  -- price it was opened at
  open_seq           bigint,
  open_bid           bigint,
  open_ask           bigint,
  open_mid           bigint,
  open_tick_at       timestamptz,
  opened_by          bigint,                  -- sequence of the command that opened it
  opened_at          timestamptz,
  closed_by          text check (closed_by in ('user', 'stopLoss', 'takeProfit', 'liquidation', 'reset', 'operator')),
  settled_by         bigint,                  -- sequence of the command that ended it
  settled_at         timestamptz,
  check ((state in ('closed', 'cancelled', 'liquidated')) = (settled_by is not null and closed_by is not null)),
  check (state <> 'open' or (open_points is not null and opened_by is not null and open_lots > 0)),
  check (settled_by is null or (margin = 0 and held = 0 and open_lots = 0))
) with (fillfactor = 70);
-- The user's list, newest first.
create index contract_orders_by_user on contract_orders (user_id, book, id desc);
-- The user's waiting and open orders, and what must be in memory after a start. Financing and stops change no column of it (HOT).
create index contract_orders_live on contract_orders (user_id, book, id desc) where settled_by is null;

-- What happened to an order, in order; only ever added to.
create table contract_steps (
  order_id      bigint  not null,
  seq           bigint  not null,             -- entry of the command log
  idx           integer not null,
  kind          text    not null,
  at            timestamptz not null,
  tick_seq      bigint,                       -- the tick that decided it
  tick_bid      bigint,
  tick_ask      bigint,
  tick_mid      bigint,
  tick_at       timestamptz,
  lots          numeric(38, 8),
  points        bigint,                       -- bid or ask that it was done at
  margin        numeric(38, 8),               -- put behind it, or released from it
  fee           numeric(38, 8),
  pnl           numeric(38, 8),
  stop_points   bigint,
  target_points bigint,
  primary key (order_id, seq, idx)
);
