-- Signed states of the core, ids for a limited time, and a log whose beginning may lie elsewhere.

-- The whole state after an entry, as its root, signed. Small; kept for ever.
create table checkpoints (
  seq        bigint primary key,
  hash       bytea   not null,
  format     integer not null,
  rules      integer not null,
  root       bytea   not null,
  accounts   bigint  not null,
  rows       bigint  not null,
  at         bigint  not null,
  public_key bytea   not null,
  signature  bytea   not null
);

-- The states themselves, compressed, of the newest checkpoints and of the one that an archived log ends with.
create table checkpoint_states (
  seq   bigint  not null,
  part  integer not null,
  bytes bytea   not null,
  primary key (seq, part)
);
alter table checkpoint_states alter column bytes set storage external;

-- Parts of the log that were moved into files. Of their entries the database keeps those that are looked up for ever.
create table log_archives (
  first_seq     bigint primary key,
  last_seq      bigint not null,
  previous_hash bytea  not null,
  last_hash     bytea  not null,
  file          text   not null,
  sha256        bytea  not null,
  archived_at   bigint not null
);

-- Which command an id was used for. Those of customers, and of what ticks and time fired, are forgotten after some days;
-- `lasting` ones never: the server itself relies on them (openings, funding, credits of chains, terms).
create table command_ids (
  command_id text    primary key,
  seq        bigint  not null,
  lasting    boolean not null
);
create table command_ids_purge (purged_to bigint not null);
insert into command_ids_purge values (0);

-- The form of an id tells: `<user>:<key>`, or `<type>:<number>` of what was fired.
create function is_lasting_id(command_id text, user_id bigint) returns boolean language sql immutable as $$
  select not (command_id ~ '^[0-9]+:' or (user_id = 0 and command_id ~ '^[A-Za-z.]+:[0-9]+(:[0-9]+)?$'))
$$;

insert into command_ids (command_id, seq, lasting)
  select command_id, seq, is_lasting_id(command_id, user_id) from command_log
   where is_lasting_id(command_id, user_id) or now() - interval '7 days' <= at;
-- Its index over random text was the part of the log that did not stay in memory.
alter table command_log drop constraint command_log_command_id_key;

-- As before, with a log that has gaps where it was archived.
create or replace function first_seq_at(moment timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 1;
  high bigint := coalesce((select max(seq) from command_log), 0) + 1;
  middle bigint;
  found record;
begin
  while low < high loop
    middle := (low + high) / 2;
    select seq, at into found from command_log where seq >= middle order by seq limit 1;
    if found.at < moment then
      low := found.seq + 1;
    else
      high := middle;
    end if;
  end loop;
  return low;
end $$;
