-- The first entry at or after a moment, where the log was archived too: lines of the ledger stay, and carry number and
-- time of their entry. By the log alone, a range that ended within the archive ended before all of it: statement, profit,
-- tax report and order lists left out what was archived.
create or replace function first_seq_at(moment timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 1;
  high bigint := coalesce((select max(seq) from command_log), 0) + 1;
  middle bigint;
  found record;
begin
  while low < high loop
    middle := (low + high) / 2;
    select seq, at into found from (
      (select seq, at from command_log where seq >= middle order by seq limit 1)
      union all
      (select seq, at from postings where seq >= middle order by seq, idx limit 1)) known
     order by seq limit 1;
    if found.at < moment then
      low := found.seq + 1;
    else
      high := middle;
    end if;
  end loop;
  return low;
end $$;
