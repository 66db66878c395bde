import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { UserId } from '#events/ids.ts';
import { collectFromStreams } from '#events/log/stream-pages.ts';
import { orderStream } from '#events/stream-names.ts';
import { canSetAddress, setOrderAddress } from '#services/commerce/delivery/set-order-address.ts';
import type { PaidOrder, PlacedOrderState } from '#services/commerce/orders/order.ts';
import {
  getExpressProgress,
  type updateAddressBody,
  updateOrderAddress,
} from '#services/contract/delivery/express.ts';
import { typedReceiverPhone } from '#services/contract/fields/typed.ts';
import { LOGIN_ATTEMPTS, openAttempts } from '#services/modules/accounts/attempts.ts';
import type { OrderAddress } from '#services/modules/delivery/addresses.ts';
import { openTrackedParcels } from '#services/modules/delivery/carriers/tracked-parcels.ts';
import { lastDigits } from '#services/modules/delivery/phone-digits.ts';
import { isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { Language } from '../http/language.ts';
import { sentToAnswer } from '../orders/order-delivery.ts';
import { namedOrders, sentOrders } from '../orders/order-group.ts';
import { addressFormOf } from './address-form.ts';
import { ofParcel, parcelAnswer, trackedParcelOf } from './delivery-progress.ts';

/** Guesses at one order's phone. */
const GUESSES = LOGIN_ATTEMPTS;

const isSent = (order: PlacedOrderState): order is PaidOrder =>
  order.phase === 'paid' && order.delivery !== null;

/** Where orders go, and where their parcels are. */
export const deliveryRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'delivery');
  const { committer, addresses, vault } = deps;
  const attempts = openAttempts(deps.pool, deps.clock);
  const tracked = openTrackedParcels(deps.pool);

  /** A saved address of the fan's, or the one that was written with the request. */
  async function addressOf(
    user: UserId,
    body: z.output<typeof updateAddressBody>,
  ): Promise<OrderAddress | Refusal> {
    if (body.written === null) {
      return (await addresses.forOrder(user, body.saved)) ?? { code: 'not_found' };
    }
    return addresses.put(user, addressFormOf(body.written));
  }

  /** Whether the orders have this address already, under another reference. */
  async function goThere(orders: readonly PlacedOrderState[], address_ref: string): Promise<boolean> {
    const refs = orders.map((order) => (order.phase === 'paid' ? order.address_ref : null));
    const known = refs.filter((ref) => ref !== null);
    if (known.length < refs.length) return false;
    const texts = await addresses.read([...known, address_ref]);
    return known.every((ref) => isDeepStrictEqual(texts.get(ref), texts.get(address_ref)));
  }

  on(updateOrderAddress, async ({ body, caller: { user_id } }) => {
    const isMine = ({ owner }: PlacedOrderState): boolean => owner === user_id;
    const out_trade_nos = await sentOrders(committer, body, isMine);
    if (out_trade_nos.length === 0) return { code: 'not_found' };
    const address = await addressOf(user_id, body);
    if (isRefusal(address)) return address;
    // Removes the request's vault entries and releases saved ones if no order holds them.
    const letGo = (): Promise<void> =>
      body.written === null
        ? addresses.release(user_id, address.address_ref)
        : vault.forget([address.address_ref]);
    const orders = (await namedOrders(committer, body)).filter(({ placed }) =>
      out_trade_nos.includes(placed.out_trade_no),
    );
    // A repetition after a lost answer is not a second change.
    if (await goThere(orders, address.address_ref)) {
      await letGo();
      return { out_trade_nos, changed: false, position: await deps.log.head() };
    }
    const outcome = await committer.submit(setOrderAddress({ out_trade_nos, user_id, ...address }));
    if (!outcome.accepted) {
      await letGo();
      return outcome.refusal;
    }
    return { out_trade_nos, changed: outcome.result.changed, position: outcome.position };
  });

  /** For readers with the parcel's number and the recipient's phone. Seconds to wait after too many guesses. */
  async function knows(order: PaidOrder, number: string, mobile: string): Promise<boolean | number> {
    if (order.delivery?.express_no !== number.trim().toUpperCase() || mobile === '') return false;
    const subject = createHash('sha256').update(`tracking ${order.placed.out_trade_no}`).digest();
    const { wait } = await attempts.reserve(subject, GUESSES);
    if (wait > 0) return wait;
    if (order.address_ref === null) return false;
    const phone = (await addresses.read([order.address_ref])).get(order.address_ref)?.phone ?? '';
    const known = phone !== '' && lastDigits(phone) === lastDigits(typedReceiverPhone(mobile));
    if (known) await attempts.forget(subject);
    return known;
  }

  async function parcelOf(language: Language, order: PlacedOrderState) {
    const events = await collectFromStreams(deps.log, [orderStream(order.placed.out_trade_no)], (event) =>
      ofParcel(event) ? [event] : [],
    );
    const key = trackedParcelOf(order);
    return parcelAnswer(order, events, key && (await tracked.read(key)), language);
  }

  /** For fan and creator, with the address. */
  async function ownAnswer(language: Language, order: PlacedOrderState, user: UserId) {
    const ref = order.phase === 'paid' ? order.address_ref : order.placed.address_ref;
    const sentTo = ref === null ? undefined : (await addresses.read([ref])).get(ref);
    const updated_times = order.phase === 'paid' ? order.address_changes : 0;
    const address = sentTo ? sentToAnswer(sentTo, updated_times) : null;
    const may_set_address = order.owner === user && canSetAddress(order);
    return { ...(await parcelOf(language, order)), address, may_set_address };
  }

  on(getExpressProgress, async ({ query, caller, language }) => {
    const { number, mobile } = query;
    const user = caller?.user_id;
    const orders = (await namedOrders(committer, query)).filter(({ placed }) => placed.need_address);
    const inParcel = (order: PlacedOrderState): boolean =>
      number === '' || (isSent(order) && order.delivery?.express_no === number.trim().toUpperCase());
    const own = orders.filter(({ placed, owner }) => owner === user || placed.creator_id === user);
    const mine = own.find(inParcel) ?? own[0];
    if (mine && user) return ownAnswer(language, mine, user);
    const other = orders.find((order) => isSent(order) && inParcel(order));
    if (other === undefined || !isSent(other)) return { code: 'not_found' };
    const known = await knows(other, number, mobile);
    if (typeof known === 'number') {
      return { code: 'too_many_requests', retry_after: known };
    }
    if (!known) return { code: 'not_found' };
    return { ...(await parcelOf(language, other)), address: null, may_set_address: false };
  });
};
