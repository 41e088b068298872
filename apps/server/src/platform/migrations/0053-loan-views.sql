-- An operator who opens a loan, or its agreement, is seen by its owner as every other reader is.
alter table operator_views drop constraint operator_views_kind_check;
alter table operator_views add constraint operator_views_kind_check
  check (kind in ('profile', 'balances', 'statement', 'identity', 'documents', 'deposits', 'withdrawals', 'loans', 'sessions'));
