import 'i18next';
import type account from '../locales/zh-CN/account.json';
import type addresses from '../locales/zh-CN/addresses.json';
import type after from '../locales/zh-CN/after.json';
import type bill from '../locales/zh-CN/bill.json';
import type buying from '../locales/zh-CN/buying.json';
import type cart from '../locales/zh-CN/cart.json';
import type certify from '../locales/zh-CN/certify.json';
import type checkout from '../locales/zh-CN/checkout.json';
import type creators from '../locales/zh-CN/creators.json';
import type delivery from '../locales/zh-CN/delivery.json';
import type door from '../locales/zh-CN/door.json';
import type explain from '../locales/zh-CN/explain.json';
import type exports from '../locales/zh-CN/exports.json';
import type finance from '../locales/zh-CN/finance.json';
import type identities from '../locales/zh-CN/identities.json';
import type income from '../locales/zh-CN/income.json';
import type item from '../locales/zh-CN/item.json';
import type landing from '../locales/zh-CN/landing.json';
import type logged from '../locales/zh-CN/logged.json';
import type offer from '../locales/zh-CN/offer.json';
import type orders from '../locales/zh-CN/orders.json';
import type payment from '../locales/zh-CN/payment.json';
import type payouts from '../locales/zh-CN/payouts.json';
import type proof from '../locales/zh-CN/proof.json';
import type redeem from '../locales/zh-CN/redeem.json';
import type refund from '../locales/zh-CN/refund.json';
import type selling from '../locales/zh-CN/selling.json';
import type settlements from '../locales/zh-CN/settlements.json';
import type shell from '../locales/zh-CN/shell.json';
import type shipping from '../locales/zh-CN/shipping.json';
import type stats from '../locales/zh-CN/stats.json';
import type studio from '../locales/zh-CN/studio.json';
import type tickets from '../locales/zh-CN/tickets.json';
import type withdraw from '../locales/zh-CN/withdraw.json';

/** A text that is not there, or a missing area, is a type error. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: {
      account: typeof account;
      addresses: typeof addresses;
      after: typeof after;
      buying: typeof buying;
      cart: typeof cart;
      checkout: typeof checkout;
      certify: typeof certify;
      creators: typeof creators;
      bill: typeof bill;
      delivery: typeof delivery;
      door: typeof door;
      explain: typeof explain;
      exports: typeof exports;
      finance: typeof finance;
      offer: typeof offer;
      stats: typeof stats;
      studio: typeof studio;
      identities: typeof identities;
      income: typeof income;
      item: typeof item;
      landing: typeof landing;
      logged: typeof logged;
      selling: typeof selling;
      orders: typeof orders;
      payment: typeof payment;
      proof: typeof proof;
      payouts: typeof payouts;
      settlements: typeof settlements;
      redeem: typeof redeem;
      refund: typeof refund;
      shell: typeof shell;
      shipping: typeof shipping;
      tickets: typeof tickets;
      withdraw: typeof withdraw;
    };
  }
}
