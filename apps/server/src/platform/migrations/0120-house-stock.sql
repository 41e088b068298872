-- What orders of each network took of the house's stock of a coin, less what they gave; it fades within a day. And what their orders
-- that wait or rest may still take. Networks are named by a hash under a key of this installation.
create table stock_claims (
  order_id  bigint primary key,               -- spot_orders.id or convert_orders.id
  book      text   not null check (book in ('demo', 'real')),
  asset     text   not null,
  network   text   not null,
  amount    numeric(38, 8) not null check (0 <= amount),
  closed_by bigint                            -- the entry of the log with which the order ended
);
create index on stock_claims (order_id) where closed_by is null;

create table stock_taken (
  book      text not null check (book in ('demo', 'real')),
  asset     text not null,
  network   text not null,
  taken     numeric(38, 8) not null,          -- below zero: they gave more; as of:
  taken_at  timestamptz not null,
  primary key (book, asset, network)
);
