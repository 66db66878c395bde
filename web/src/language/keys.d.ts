import 'i18next';
import type account from '../locales/zh-CN/account.json';
import type buying from '../locales/zh-CN/buying.json';
import type creators from '../locales/zh-CN/creators.json';
import type landing from '../locales/zh-CN/landing.json';
import type orders from '../locales/zh-CN/orders.json';
import type shell from '../locales/zh-CN/shell.json';

/** A text that is not there, or a missing area, is a type error. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: {
      account: typeof account;
      buying: typeof buying;
      creators: typeof creators;
      landing: typeof landing;
      orders: typeof orders;
      shell: typeof shell;
    };
  }
}
