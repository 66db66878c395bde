import { dayIn, oneOf, textIn, wholeIn } from '../../../shell/search.ts';
import { STAFF_ROLES } from '../staff-role.ts';

type Raw = Readonly<Record<string, unknown>>;
type Days = { from?: string | undefined; to?: string | undefined };
type Flag = 0 | 1;

const flagIn = (search: Raw, name: string): Flag | undefined =>
  ([0, 1] as const).find((one) => one === wholeIn(search, name, 0, 1));
const reasonIn = (search: Raw) => ({ reason: textIn(search, 'reason')?.slice(0, 200) });
const daysIn = (search: Raw): Days => ({ from: dayIn(search, 'from'), to: dayIn(search, 'to') });

/** Search parameters of the lists. What is typed is not in the address: it may be an account. */
export interface PeopleListSearch extends Days {
  reason?: string | undefined;
  status?: number | undefined;
  is_verified?: Flag | undefined;
  right?: string | undefined;
  is_creator?: Flag | undefined;
  role?: (typeof STAFF_ROLES)[number] | undefined;
  category_id?: string | undefined;
  is_recommended?: Flag | undefined;
}
export const readPeopleList = (search: Raw): PeopleListSearch => ({
  ...reasonIn(search),
  ...daysIn(search),
  status: wholeIn(search, 'status', 2, 4),
  is_verified: flagIn(search, 'is_verified'),
  right: textIn(search, 'right')?.slice(0, 60),
  is_creator: flagIn(search, 'is_creator'),
  role: oneOf(search, 'role', STAFF_ROLES),
  category_id: textIn(search, 'category_id')?.slice(0, 40),
  is_recommended: flagIn(search, 'is_recommended'),
});

export const PAY_METHODS = ['wpy', 'apy', 'pp', 'bank', 'strp', 'redeem'] as const;
export interface OrdersListSearch extends Days {
  reason?: string | undefined;
  status?: number | undefined;
  refund_state?: number | undefined;
  py_method?: (typeof PAY_METHODS)[number] | undefined;
}
export const readOrdersList = (search: Raw): OrdersListSearch => ({
  ...reasonIn(search),
  ...daysIn(search),
  status: wholeIn(search, 'status', 1, 3),
  refund_state: wholeIn(search, 'refund_state', 0, 2),
  py_method: oneOf(search, 'py_method', PAY_METHODS),
});
