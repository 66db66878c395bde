import 'i18next';

/** A text that is not there, or a missing area, is a type error. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: {
      'accounts-certification': typeof import('../locales/zh-CN/accounts-certification.json');
      accounts: typeof import('../locales/zh-CN/accounts.json');
      affiliates: typeof import('../locales/zh-CN/affiliates.json');
      'audit-event': typeof import('../locales/zh-CN/audit-event.json');
      audit: typeof import('../locales/zh-CN/audit.json');
      'books-exports': typeof import('../locales/zh-CN/books-exports.json');
      'books-reconciliation': typeof import('../locales/zh-CN/books-reconciliation.json');
      books: typeof import('../locales/zh-CN/books.json');
      cart: typeof import('../locales/zh-CN/cart.json');
      'catalog-creators': typeof import('../locales/zh-CN/catalog-creators.json');
      'catalog-editor': typeof import('../locales/zh-CN/catalog-editor.json');
      'catalog-item': typeof import('../locales/zh-CN/catalog-item.json');
      'catalog-selling': typeof import('../locales/zh-CN/catalog-selling.json');
      'content-access': typeof import('../locales/zh-CN/content-access.json');
      'content-albums': typeof import('../locales/zh-CN/content-albums.json');
      'content-article': typeof import('../locales/zh-CN/content-article.json');
      'content-comments': typeof import('../locales/zh-CN/content-comments.json');
      'content-compose': typeof import('../locales/zh-CN/content-compose.json');
      'content-feed': typeof import('../locales/zh-CN/content-feed.json');
      'content-opened': typeof import('../locales/zh-CN/content-opened.json');
      'content-preview': typeof import('../locales/zh-CN/content-preview.json');
      'content-promises': typeof import('../locales/zh-CN/content-promises.json');
      'content-search': typeof import('../locales/zh-CN/content-search.json');
      'content-vote-edit': typeof import('../locales/zh-CN/content-vote-edit.json');
      'content-vote': typeof import('../locales/zh-CN/content-vote.json');
      content: typeof import('../locales/zh-CN/content.json');
      creator: typeof import('../locales/zh-CN/creator.json');
      'delivery-addresses': typeof import('../locales/zh-CN/delivery-addresses.json');
      'delivery-shipping': typeof import('../locales/zh-CN/delivery-shipping.json');
      delivery: typeof import('../locales/zh-CN/delivery.json');
      door: typeof import('../locales/zh-CN/door.json');
      finance: typeof import('../locales/zh-CN/finance.json');
      'goals-progress': typeof import('../locales/zh-CN/goals-progress.json');
      goals: typeof import('../locales/zh-CN/goals.json');
      'income-settlements': typeof import('../locales/zh-CN/income-settlements.json');
      income: typeof import('../locales/zh-CN/income.json');
      landing: typeof import('../locales/zh-CN/landing.json');
      media: typeof import('../locales/zh-CN/media.json');
      'memberships-renewals': typeof import('../locales/zh-CN/memberships-renewals.json');
      'messages-settings': typeof import('../locales/zh-CN/messages-settings.json');
      messages: typeof import('../locales/zh-CN/messages.json');
      notices: typeof import('../locales/zh-CN/notices.json');
      'open-apps': typeof import('../locales/zh-CN/open-apps.json');
      'open-receiver': typeof import('../locales/zh-CN/open-receiver.json');
      'open-webhooks': typeof import('../locales/zh-CN/open-webhooks.json');
      open: typeof import('../locales/zh-CN/open.json');
      'orders-after-payment': typeof import('../locales/zh-CN/orders-after-payment.json');
      'orders-buying': typeof import('../locales/zh-CN/orders-buying.json');
      'orders-checkout': typeof import('../locales/zh-CN/orders-checkout.json');
      'orders-received': typeof import('../locales/zh-CN/orders-received.json');
      orders: typeof import('../locales/zh-CN/orders.json');
      proof: typeof import('../locales/zh-CN/proof.json');
      redeem: typeof import('../locales/zh-CN/redeem.json');
      refunds: typeof import('../locales/zh-CN/refunds.json');
      'relations-blocks': typeof import('../locales/zh-CN/relations-blocks.json');
      'relations-feed': typeof import('../locales/zh-CN/relations-feed.json');
      relations: typeof import('../locales/zh-CN/relations.json');
      shell: typeof import('../locales/zh-CN/shell.json');
      staff: typeof import('../locales/zh-CN/staff.json');
      'stats-analytics': typeof import('../locales/zh-CN/stats-analytics.json');
      'stats-explain': typeof import('../locales/zh-CN/stats-explain.json');
      stats: typeof import('../locales/zh-CN/stats.json');
      support: typeof import('../locales/zh-CN/support.json');
      'tickets-identities': typeof import('../locales/zh-CN/tickets-identities.json');
      tickets: typeof import('../locales/zh-CN/tickets.json');
      'withdrawals-cards': typeof import('../locales/zh-CN/withdrawals-cards.json');
      'withdrawals-methods': typeof import('../locales/zh-CN/withdrawals-methods.json');
      'withdrawals-payouts': typeof import('../locales/zh-CN/withdrawals-payouts.json');
      withdrawals: typeof import('../locales/zh-CN/withdrawals.json');
    };
  }
}
