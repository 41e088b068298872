-- The tape: signed minutes of ticks, where each instrument stands, candles.

-- Keys that ever signed a minute. A receipt names its key; a new key never makes old receipts unreadable.
create table tape_keys (
  key_id     text  primary key,
  public_key bytea not null unique check (octet_length(public_key) = 32),
  first_used timestamptz not null default now()
);

-- One row per minute that has ticks. `root_hash` covers the minute, its count, its root and the hash of the row before,
-- so the rows are a chain; the two unique columns keep it from forking.
create table tape_minutes (
  minute_at          bigint  primary key check (minute_at % 60000 = 0),
  tick_count         integer not null check (tick_count > 0),
  block              bytea   not null,
  root               bytea   not null check (octet_length(root) = 32),
  previous_root_hash bytea   not null unique check (octet_length(previous_root_hash) = 32),
  root_hash          bytea   not null unique check (octet_length(root_hash) = 32),
  signature          bytea   not null check (octet_length(signature) = 64),
  key_id             text    not null references tape_keys
);
-- The block is compressed already.
alter table tape_minutes alter column block set storage external;

create function tape_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the tape is append only';
end $$;
create trigger tape_minutes_append_only before update or delete or truncate on tape_minutes
  for each statement execute function tape_is_append_only();

-- The last tick of every instrument in a closed minute, and when its latest gap ended (0: none known).
create table tape_heads (
  code         text   primary key,
  seq          bigint not null,
  bid          bigint not null,
  ask          bigint not null,
  mid          bigint not null,
  at           bigint not null,
  gap_ended_at bigint not null
);

-- Closed bars. Prices in points; `minutes` is the length of the interval (1, 5, 15, 30, 60, 240, 1440, 10080).
create table candles (
  code    text    not null,
  minutes integer not null,
  at      bigint  not null,
  open    bigint  not null,
  high    bigint  not null,
  low     bigint  not null,
  close   bigint  not null,
  volume  numeric not null,
  primary key (code, minutes, at),
  check (low <= open and low <= close and open <= high and close <= high)
);

-- Where to look for a tick by its sequence: the first one of each code in each hour that has any.
create table tape_marks (
  code      text   not null,
  hour_at   bigint not null,
  minute_at bigint not null,
  first_seq bigint not null,
  primary key (code, hour_at)
);
create unique index tape_marks_seq on tape_marks (code, first_seq);
