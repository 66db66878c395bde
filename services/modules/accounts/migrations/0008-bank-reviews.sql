-- Who of finance approved or rejected which card. Written once, never changed.
CREATE TABLE accounts.bank_reviews (
  -- The card as it was reviewed: what the vault holds under this reference, while the creator has it.
  vault_ref text PRIMARY KEY,
  user_id text NOT NULL REFERENCES accounts.users,
  reviewed_by text NOT NULL REFERENCES accounts.users,
  approved boolean NOT NULL,
  remark text NOT NULL DEFAULT '',
  reviewed_at bigint NOT NULL,
  CHECK (approved OR remark <> '')
);
CREATE FUNCTION accounts.keep_bank_review() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'a review of a bank card is never changed'; END $$;
CREATE TRIGGER bank_reviews_stay BEFORE UPDATE OR DELETE ON accounts.bank_reviews
  FOR EACH ROW EXECUTE FUNCTION accounts.keep_bank_review();
CREATE INDEX withdraw_methods_waiting ON accounts.withdraw_methods (updated_at, user_id)
  WHERE kind = 'bank' AND status = 2;

-- Pictures of identity cards, for the review of a bank card; the pictures lie in the vault.
CREATE TABLE accounts.identity_documents (
  file_id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES accounts.users,
  side text NOT NULL CHECK (side IN ('FRONT', 'BACK')),
  vault_ref text NOT NULL,
  -- The card that they were sent with; null until then, and removed after a day.
  payee_ref text,
  created_at bigint NOT NULL
);
CREATE INDEX identity_documents_by_user ON accounts.identity_documents (user_id);
CREATE INDEX identity_documents_by_payee ON accounts.identity_documents (payee_ref);
