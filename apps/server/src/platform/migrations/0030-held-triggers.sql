-- What the core could not do when it was due: kept, tried again, and its market closed until an
-- operator has looked. `input` is the command as it was fired; null when finding it failed.
create table held_triggers (
  id          text primary key,
  code        text not null,             -- the instrument; empty for none
  input       jsonb,
  reason      text not null,
  held_at     timestamptz not null,
  done_at     timestamptz,
  reopened_at timestamptz
);
create index held_triggers_open on held_triggers (id) where done_at is null or reopened_at is null;
