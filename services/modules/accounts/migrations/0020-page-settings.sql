-- What a creator's page shows, what visitors can copy from it, and which figures are public (creator specification 3).
ALTER TABLE accounts.creators
  ADD COLUMN show_album boolean NOT NULL DEFAULT true,
  ADD COLUMN show_shop boolean NOT NULL DEFAULT true,
  ADD COLUMN show_sponsor_list boolean NOT NULL DEFAULT true,
  ADD COLUMN can_copy_text boolean NOT NULL DEFAULT true,
  ADD COLUMN can_copy_pic boolean NOT NULL DEFAULT true,
  ADD COLUMN privacy_public_income boolean NOT NULL DEFAULT true,
  ADD COLUMN privacy_public_sponsor boolean NOT NULL DEFAULT true;
