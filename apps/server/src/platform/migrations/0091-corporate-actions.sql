-- Splits, dividends, changes of symbols, delistings and rolls of futures, and what people decided about held prices.
create table corporate_actions (
  id           bigint      primary key,      -- entry of the command log
  code         text        not null,
  kind         text        not null check (kind in ('split', 'dividend', 'symbolChange', 'delisting', 'roll')),
  numerator    integer     not null check (numerator between 1 and 1000),   -- new units …
  denominator  integer     not null check (denominator between 1 and 1000), -- … for so many old ones
  amount       numeric,                      -- of a dividend, for one unit, in the quote asset
  symbol       text,
  effective_at timestamptz not null,         -- from the first price of then on
  source       text        not null,
  origin       text        not null check (origin in ('operators', 'file', 'provider')),
  state        text        not null check (state in ('scheduled', 'applied', 'cancelled', 'lapsed')),
  announced_at timestamptz,
  demo_seq     bigint,                       -- the commands that carried it out
  real_seq     bigint,
  applied_at   timestamptz,
  last         jsonb,                        -- the last price before it
  first        jsonb,                        -- the first one after it
  check ((kind = 'dividend') = (amount is not null)),
  check ((kind = 'split') = (numerator <> denominator))
);
create index corporate_actions_by_code on corporate_actions (code, effective_at);

create table price_releases (
  seq     bigint      primary key,
  code    text        not null,
  points  bigint      not null check (points > 0), -- the level that was held
  held_at timestamptz not null,
  source  text        not null,
  at      timestamptz not null
);

create table corporate_notices (
  seq     bigint      not null,
  user_id bigint      not null,
  book    text        not null check (book in ('demo', 'real')),
  action  bigint      not null,
  stage   text        not null check (stage in ('ahead', 'done')),
  at      timestamptz not null,
  primary key (seq, user_id)
);
create index corporate_notices_by_user on corporate_notices (user_id, seq);

-- What an action made of an order: {action, kind, numerator, denominator, before}.
alter table contract_steps add column adjusted jsonb;
alter table contract_orders drop constraint contract_orders_closed_by_check;
alter table contract_orders add constraint contract_orders_closed_by_check
  check (closed_by in ('user', 'stopLoss', 'trailingStop', 'takeProfit', 'profitLimit', 'liquidation', 'netting', 'expired',
                       'moved', 'oco', 'reset', 'operator', 'delisting', 'roll'));
