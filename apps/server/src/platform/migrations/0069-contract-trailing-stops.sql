-- Trailing stops of contracts, and orders that reverse a position. `trail` is {points, rate, activation}, of which points
-- and activation are prices in points; it follows from the tick `trail_from` on. `peak` is the best tick up to `seen_seq`;
-- it is null until the trailing stop is active. `reverses` and `reversed_by` name each other's order.
alter table contract_orders
  add column trail       jsonb,
  add column trail_from  jsonb,
  add column peak        jsonb,
  add column seen_seq    bigint,
  add column reverses    bigint,
  add column reversed_by bigint;
alter table contract_orders add constraint contract_orders_trail_check
  check ((trail_from is null) = (seen_seq is null) and (trail is not null or trail_from is null)
         and (peak is null or trail_from is not null));
alter table contract_steps add column trail jsonb;

-- Stop and stop-limit orders that open are told as well.
drop index contract_orders_opened;
create index contract_orders_opened on contract_orders (opened_by) where opened_by is not null and type <> 'market';

-- The same of trailing stops on spot, which so far kept only how far they had come.
alter table spot_orders add column trail_from jsonb;
update spot_orders set trail_from = (
  select jsonb_build_object('code', tick -> 'code', 'seq', tick -> 'seq', 'bid', tick -> 'bid', 'ask', tick -> 'ask',
                            'mid', tick -> 'mid', 'at', tick -> 'at')
    from command_log, lateral (select entry::jsonb -> 'facts' -> 'tick') as facts (tick)
   where seq = spot_orders.id)
 where type = 'trailingStop';

alter table contract_orders drop constraint contract_orders_closed_by_check;
alter table contract_orders add constraint contract_orders_closed_by_check
  check (closed_by in ('user', 'stopLoss', 'trailingStop', 'takeProfit', 'profitLimit', 'liquidation', 'netting', 'expired',
                       'moved', 'oco', 'reset', 'operator'));
