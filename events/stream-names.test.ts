import { expect, it } from 'vitest';
import { cartNumber, newPlanId, newSkuId, newUserId, orderNumber } from './ids.ts';
import {
  affiliateStream,
  allowanceStream,
  bankCardStream,
  bundleStream,
  cartEntryStream,
  cartStream,
  certificationStream,
  keyOfStream,
  kindOfStream,
  membershipStream,
  orderStream,
  planStream,
  redeemStream,
  refundRequestStream,
  repliesStream,
  rightsStream,
  staffStream,
  stockStream,
  templateStream,
  termsStream,
  ticketStream,
  unpaidStream,
} from './stream-names.ts';

it('a stream’s name is parsed into its kind and key', () => {
  const [user, plan, sku] = [newUserId(), newPlanId(), newSkuId()];
  const order = orderNumber(user);
  const cart = cartNumber(user);
  const names = [
    [orderStream(order), 'order', order],
    [planStream(plan), 'plan', plan],
    [unpaidStream(user), 'unpaid', user],
    [stockStream(sku), 'stock', sku],
    [termsStream(user), 'terms', user],
    [templateStream('t1'), 'template', 't1'],
    [allowanceStream(plan, user), 'allowance', `${plan}-${user}`],
    [bundleStream(plan), 'bundle', plan],
    [cartStream(cart), 'cart', cart],
    [cartEntryStream('ce12'), 'cartentry', 'ce12'],
    [redeemStream('ab12'), 'redeem', 'ab12'],
    [refundRequestStream('rr12'), 'refundrequest', 'rr12'],
    [affiliateStream('af12'), 'affiliate', 'af12'],
    [repliesStream(sku), 'replies', sku],
    [ticketStream('6b1f'), 'ticket', '6b1f'],
    [staffStream(user), 'staff', user],
    [certificationStream(user), 'certification', user],
    [rightsStream(user), 'rights', user],
    [bankCardStream('c4rd'), 'card', 'c4rd'],
    [membershipStream(user, user), 'membership', `${user}-${user}`],
  ];
  for (const [name, kind, key] of names) {
    expect([kindOfStream(name!), keyOfStream(name!)]).toEqual([kind, key]);
  }
});
