-- Charges about which a provider has said something else than was asked, until it gives a whole answer.
CREATE TABLE payments.undecided_charges (
  charge_id text PRIMARY KEY,
  provider  text NOT NULL,
  since     bigint NOT NULL
);
