-- Orders that would meet the house's quotes wait for the next price: since when, a market order's worst price, and the
-- entry and the tick that entered them into the book then. `rested_quantity`: the open quantity of a purchase when it came
-- to rest, where the whole of its fills is rounded up although its rest is cancelled.
alter table spot_orders
  add column queued_at       timestamptz,
  add column worst_points    bigint check (worst_points > 0),
  add column entered_by      bigint,
  add column entered_at      timestamptz,
  add column entry_seq       bigint,
  add column entry_bid       bigint,
  add column entry_ask       bigint,
  add column entry_mid       bigint,
  add column entry_at        timestamptz,
  add column rested_quantity numeric(38, 8) check (rested_quantity > 0);

alter table spot_orders drop constraint spot_orders_live_check;
alter table spot_orders add constraint spot_orders_live_check
  check (settled_by is not null
         or (held > 0 and (type in ('stop', 'stopLimit', 'trailingStop', 'oco')
                           or (type = 'limit' and time_in_force in ('GTC', 'postOnly'))
                           or (queued_at is not null and entered_by is null))));
alter table spot_orders add constraint spot_orders_queue_check
  check ((queued_at is not null or (worst_points is null and entered_by is null))
         and num_nulls(entered_by, entered_at, entry_seq, entry_bid, entry_ask, entry_mid, entry_at) in (0, 7));
