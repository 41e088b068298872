-- Spot orders that wait for a trigger: stop, stop-limit and trailing stop orders, and one-cancels-other, whose limit order
-- rests while its stop waits. Prices in points; `peak_*` is the best tick of a trailing stop, of all ticks up to
-- `seen_seq`, and `trigger_*` the tick that entered the order into the book.
alter table spot_orders
  add column stop_points       bigint check (stop_points > 0),
  add column stop_limit_points bigint check (stop_limit_points > 0),
  add column trail_points      bigint check (trail_points > 0),
  add column trail_rate        numeric(20, 8) check (trail_rate > 0),
  add column peak_seq          bigint,
  add column peak_bid          bigint,
  add column peak_ask          bigint,
  add column peak_mid          bigint,
  add column peak_at           timestamptz,
  add column seen_seq          bigint,
  add column triggered_by      bigint,  -- log entry of the trigger; also its place in the queue of its price
  add column triggered_at      timestamptz,
  add column trigger_seq       bigint,
  add column trigger_bid       bigint,
  add column trigger_ask       bigint,
  add column trigger_mid       bigint,
  add column trigger_at        timestamptz;

alter table spot_orders drop constraint spot_orders_type_check;
alter table spot_orders add constraint spot_orders_type_check
  check (type in ('limit', 'market', 'stop', 'stopLimit', 'trailingStop', 'oco'));
-- The two that mention more than one column have numbered names.
alter table spot_orders drop constraint spot_orders_check;
alter table spot_orders add constraint spot_orders_price_check2
  check ((price is not null) = (type in ('limit', 'stopLimit', 'oco')));
alter table spot_orders drop constraint spot_orders_check5;
alter table spot_orders add constraint spot_orders_live_check
  check (settled_by is not null
         or (held > 0 and (type in ('stop', 'stopLimit', 'trailingStop', 'oco')
                           or (type = 'limit' and time_in_force in ('GTC', 'postOnly')))));
alter table spot_orders add constraint spot_orders_trigger_check
  check ((stop_points is not null) = (type in ('stop', 'stopLimit', 'oco'))
         and (trail_points is not null or trail_rate is not null) = (type = 'trailingStop')
         and (peak_seq is not null) = (type = 'trailingStop')
         and (triggered_by is not null) = (trigger_seq is not null));
