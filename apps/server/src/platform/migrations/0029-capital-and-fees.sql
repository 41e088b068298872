-- The most that a contract may gain, and where it closes itself; null for those placed before there was such a limit.
alter table contract_orders
  add column profit_max    numeric(38, 8) check (profit_max >= 0),
  add column profit_points bigint;
alter table contract_orders drop constraint contract_orders_closed_by_check;
alter table contract_orders add constraint contract_orders_closed_by_check
  check (closed_by in
    ('user', 'stopLoss', 'takeProfit', 'profitLimit', 'liquidation', 'netting', 'expired', 'reset', 'operator')) not valid;
alter table contract_orders validate constraint contract_orders_closed_by_check;

-- What is played with is owed by an account of its own; `external` is only money that really came or went.
alter table accounts drop constraint never_negative;
alter table accounts add constraint never_negative
  check (balance >= 0 or (owner = 0 and kind in ('external', 'playMoney'))) not valid;
alter table accounts validate constraint never_negative;
