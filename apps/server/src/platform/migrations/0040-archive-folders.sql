-- Where the files of archived entries lie: receipts read them from there.
alter table log_archives add column folder text;
