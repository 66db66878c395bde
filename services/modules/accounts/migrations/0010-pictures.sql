-- Pictures that an account has uploaded: each counts once, however often it is sent.
CREATE TABLE accounts.pictures (
  user_id     text COLLATE "C" NOT NULL,
  -- hash of its bytes
  name        text COLLATE "C" NOT NULL,
  uploaded_at bigint NOT NULL,
  PRIMARY KEY (user_id, name)
);
