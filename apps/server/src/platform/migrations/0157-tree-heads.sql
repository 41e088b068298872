-- Signed heads of the transparency logs: of the command log and of the tape. Two heads of one size
-- would be two histories, so there is one for each.
create table tree_heads (
  log  text   not null check (log in ('log', 'tape')),
  size bigint not null check (size >= 0),
  root bytea  not null check (octet_length(root) = 32),
  -- The signed note, as it is published.
  note text   not null,
  at   bigint not null,
  primary key (log, size)
);

create function tree_heads_are_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'signed heads are append only';
end $$;
create trigger tree_heads_append_only before update or delete or truncate on tree_heads
  for each statement execute function tree_heads_are_append_only();

-- Lines of witnesses: that this head goes on from the one that they signed before.
create table tree_cosignatures (
  log  text   not null,
  size bigint not null,
  name text   not null,
  line text   not null,
  at   bigint not null,
  primary key (log, size, name),
  foreign key (log, size) references tree_heads
);
