-- A firm price that is used waits for the first price of each coin, by which it is checked: the
-- order that waits names the price. Older orders never waited with one.
alter table convert_orders
  add column quote_id  text unique,
  add column quoted_at timestamptz,
  add column band_rate numeric(18, 8) check (band_rate >= 0 and band_rate < 0.003),
  add constraint convert_orders_quote_check check (num_nulls(quote_id, quoted_at, band_rate) in (0, 3));
