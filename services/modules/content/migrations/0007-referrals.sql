-- The post at whose unlock panel an order was begun: what a post brought in.
CREATE TABLE content.referrals (
  out_trade_no text PRIMARY KEY,
  post_id text NOT NULL
);
CREATE INDEX ON content.referrals (post_id);
