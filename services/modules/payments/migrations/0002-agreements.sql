-- What the sandbox provider does with further charges by the agreement of this charge's payer; null: no agreement.
ALTER TABLE sandbox.charges ADD COLUMN agreed text CHECK (agreed IN ('success', 'fail', 'timeout', 'late'));
