-- Contracts whose P&L is converted at the rate of the moment of the close. `converts_by` is {code, precision, inverse} of
-- the instrument whose mid converts it; null: the rate of the opening, `quote_rate`, converts everything. A step that
-- closed lots keeps the tick of that instrument beside its own.
alter table contract_orders add column converts_by jsonb;
alter table contract_steps add column rate jsonb;

-- Open positions need more margin shortly before their market closes: `before_close` is {minutes, rate}, the rate a share
-- of the notional; `raised_points` is where they are liquidated then. A step that did so keeps the end of the session.
alter table contract_orders
  add column before_close  jsonb,
  add column raised_points bigint;
alter table contract_steps add column closes_at timestamptz;
