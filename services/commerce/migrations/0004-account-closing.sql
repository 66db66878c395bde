-- What an account began, by the log's own index: plans and codes by creator, codes by partner.
CREATE INDEX begun_by_creator ON log.events ((metadata->>'creator_id'))
  WHERE type IN ('PlanCreated', 'AffiliateOpened');
CREATE INDEX codes_of_partner ON log.events ((data->>'partner_id')) WHERE type = 'AffiliateOpened';

-- Orders from before the streams of accounts: later ones are in the streams account-{user} and unpaid-{user}.
-- Accounts that such an order pays, as seller or as partner of a code.
CREATE TABLE commerce.earlier_earners (user_id text COLLATE "C" PRIMARY KEY);
INSERT INTO commerce.earlier_earners
SELECT DISTINCT unnest(ARRAY[metadata->>'creator_id', data->'affiliate'->>'partner_id'])
  FROM log.events WHERE type = 'OrderPlaced'
EXCEPT SELECT NULL;

-- Such orders by buyer.
CREATE TABLE commerce.earlier_orders (
  user_id      text COLLATE "C" NOT NULL,
  out_trade_no text COLLATE "C" NOT NULL,
  PRIMARY KEY (user_id, out_trade_no)
);
INSERT INTO commerce.earlier_orders
SELECT data->>'user_id', data->>'out_trade_no' FROM log.events WHERE type = 'OrderPlaced';
