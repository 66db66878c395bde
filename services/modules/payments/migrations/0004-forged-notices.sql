-- Forged notices in the order in which they leave.
CREATE INDEX notices_forged ON payments.notices (received_at, notice_key) WHERE notice_id IS NULL;
