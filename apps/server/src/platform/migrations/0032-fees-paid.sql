-- Fee tiers follow the fees paid. Days counted before are counted again, with their fees.
alter table traded_volume add column fees numeric(38, 8) not null default 0 check (fees >= 0);
delete from traded_volume;

-- When a demo book was last reset: fees paid before it do not count.
create table fee_resets (
  user_id bigint      not null,
  book    text        not null check (book in ('demo', 'real')),
  at      timestamptz not null,
  primary key (user_id, book)
);
