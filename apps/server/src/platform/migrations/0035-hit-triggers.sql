-- What a tick has hit and later turns of the core carry out, at that tick's price.
create table hit_triggers (
  seq        bigint primary key,
  code       text not null,             -- the instrument
  input      jsonb not null,            -- the command, with the tick and all orders it is for
  carried    integer not null check (carried >= 0),
  hit_at     timestamptz not null,
  settled_by bigint                     -- the entry after which none was left
);
create index hit_triggers_open on hit_triggers (seq) where settled_by is null;
