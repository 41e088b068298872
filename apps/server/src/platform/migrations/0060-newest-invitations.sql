-- The newest invitations: the console lists them, and looks among them for groups that share a browser.
create index referral_links_newest on referral_links (seq desc, user_id, friend);
