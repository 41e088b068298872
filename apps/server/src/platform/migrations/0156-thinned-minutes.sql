-- Minutes of the tape may be thinned, once each: the block loses ticks, and the signed header stays as it is.
-- `kept_ticks`: how many it still has, also where all of them were needed; null: nobody has looked yet.
alter table tape_minutes add column kept_ticks integer;
alter table tape_minutes add constraint tape_minutes_kept check (kept_ticks between 0 and tick_count);
create index tape_minutes_thinned on tape_minutes (minute_at) where kept_ticks is not null;

drop trigger tape_minutes_append_only on tape_minutes;
create trigger tape_minutes_append_only before delete or truncate on tape_minutes
  for each statement execute function tape_is_append_only();

-- 02: the first byte of a block that holds only some ticks. A whole one begins with 28.
create function tape_is_thinned_once() returns trigger language plpgsql as $$
begin
  if old.kept_ticks is not null or new.kept_ticks is null
    or (new.minute_at, new.tick_count, new.root, new.previous_root_hash, new.root_hash, new.signature, new.key_id)
       is distinct from
       (old.minute_at, old.tick_count, old.root, old.previous_root_hash, old.root_hash, old.signature, old.key_id)
    or (new.kept_ticks = old.tick_count and new.block is distinct from old.block)
    or (new.kept_ticks < old.tick_count
        and (substring(new.block from 1 for 1) <> '\x02' or length(old.block) <= length(new.block)))
  then
    raise exception 'the tape is append only';
  end if;
  return new;
end $$;
create trigger tape_minutes_thinned_once before update on tape_minutes
  for each row execute function tape_is_thinned_once();
