-- Trades are counted once each, by the log entry that made them: the cursor says up to which, and moves on in the
-- transaction that counts. Sums are kept exactly and cut to eight places when they are read. All is counted again.
create table volume_cursor (
  one boolean primary key default true check (one),
  seq bigint  not null,
  at  timestamptz not null
);
delete from traded_volume;
alter table traded_volume alter column volume type numeric, alter column fees type numeric;
