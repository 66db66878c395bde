-- Tokens of sessions are signed and name the session by its id. Those issued before are not accepted any more.
DELETE FROM accounts.sessions;
ALTER TABLE accounts.sessions RENAME COLUMN token_hash TO sid;
