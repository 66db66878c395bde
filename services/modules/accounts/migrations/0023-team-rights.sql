-- What a member of a team may do. Until now every member read orders and checked tickets in.
ALTER TABLE accounts.team_members ADD COLUMN rights text[] NOT NULL DEFAULT '{orders,tickets}';
