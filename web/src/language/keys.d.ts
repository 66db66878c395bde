import 'i18next';

/** A text that is not there, or a missing area, is a type error. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: {
      account: typeof import('../locales/zh-CN/account.json');
      addresses: typeof import('../locales/zh-CN/addresses.json');
      affiliate: typeof import('../locales/zh-CN/affiliate.json');
      after: typeof import('../locales/zh-CN/after.json');
      analytics: typeof import('../locales/zh-CN/analytics.json');
      apps: typeof import('../locales/zh-CN/apps.json');
      audit: typeof import('../locales/zh-CN/audit.json');
      bill: typeof import('../locales/zh-CN/bill.json');
      books: typeof import('../locales/zh-CN/books.json');
      buying: typeof import('../locales/zh-CN/buying.json');
      cards: typeof import('../locales/zh-CN/cards.json');
      cart: typeof import('../locales/zh-CN/cart.json');
      certify: typeof import('../locales/zh-CN/certify.json');
      checkout: typeof import('../locales/zh-CN/checkout.json');
      compose: typeof import('../locales/zh-CN/compose.json');
      content: typeof import('../locales/zh-CN/content.json');
      creators: typeof import('../locales/zh-CN/creators.json');
      delivery: typeof import('../locales/zh-CN/delivery.json');
      door: typeof import('../locales/zh-CN/door.json');
      explain: typeof import('../locales/zh-CN/explain.json');
      exports: typeof import('../locales/zh-CN/exports.json');
      finance: typeof import('../locales/zh-CN/finance.json');
      goal: typeof import('../locales/zh-CN/goal.json');
      goals: typeof import('../locales/zh-CN/goals.json');
      identities: typeof import('../locales/zh-CN/identities.json');
      income: typeof import('../locales/zh-CN/income.json');
      item: typeof import('../locales/zh-CN/item.json');
      landing: typeof import('../locales/zh-CN/landing.json');
      logged: typeof import('../locales/zh-CN/logged.json');
      messages: typeof import('../locales/zh-CN/messages.json');
      offer: typeof import('../locales/zh-CN/offer.json');
      open: typeof import('../locales/zh-CN/open.json');
      orders: typeof import('../locales/zh-CN/orders.json');
      payment: typeof import('../locales/zh-CN/payment.json');
      payouts: typeof import('../locales/zh-CN/payouts.json');
      proof: typeof import('../locales/zh-CN/proof.json');
      receiver: typeof import('../locales/zh-CN/receiver.json');
      reconciliation: typeof import('../locales/zh-CN/reconciliation.json');
      redeem: typeof import('../locales/zh-CN/redeem.json');
      refund: typeof import('../locales/zh-CN/refund.json');
      renewals: typeof import('../locales/zh-CN/renewals.json');
      selling: typeof import('../locales/zh-CN/selling.json');
      settlements: typeof import('../locales/zh-CN/settlements.json');
      shell: typeof import('../locales/zh-CN/shell.json');
      shipping: typeof import('../locales/zh-CN/shipping.json');
      staff: typeof import('../locales/zh-CN/staff.json');
      stats: typeof import('../locales/zh-CN/stats.json');
      studio: typeof import('../locales/zh-CN/studio.json');
      support: typeof import('../locales/zh-CN/support.json');
      tickets: typeof import('../locales/zh-CN/tickets.json');
      webhooks: typeof import('../locales/zh-CN/webhooks.json');
      withdraw: typeof import('../locales/zh-CN/withdraw.json');
    };
  }
}
