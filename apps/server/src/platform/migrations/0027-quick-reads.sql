-- Searches among millions of people, and statements by what is rare in them.

-- People are searched in blocks of 65,536 numbers, newest first, until enough are found: what a search costs does not
-- depend on how many people the word fits. So each index begins with the block. Few names may wait to be sorted in:
-- the list of those is read by every search.
create extension if not exists btree_gin;
create index users_parts on users using gin (
  (id >> 16), lower(coalesce(username, '') || chr(10) || coalesce(email, '')) gin_trgm_ops
) with (gin_pending_list_limit = 64) where username is not null or email is not null;
create index users_username_beginnings on users ((id >> 16), lower(username) text_pattern_ops) where username is not null;
create index users_email_beginnings on users ((id >> 16), lower(email) text_pattern_ops) where email is not null;
drop index users_username_parts;
drop index users_email_parts;

-- What is rare in a long statement is looked for in its index alone: asset, reason and reference lie in it. An index of
-- their own would cost every order an entry.
drop index postings_statement;
create index postings_statement on postings (user_id, book, seq desc, idx desc) include (asset, reason, ref)
  where user_id <> 0;

-- Money of the house that came in or went out as the ledger says: one side of the reconciliation. Few lines match.
create index postings_house_money on postings (asset) where reason like 'house.%' or reason = 'contracts.capitalCall';
