import { createHash } from 'node:crypto';
import type { OutTradeNo, UserId } from '#events/ids.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { moveDelivery } from '#services/commerce/delivery/move-delivery.ts';
import { shipOrders } from '#services/commerce/delivery/ship-order.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import type { Addresses, AddressForm, OrderAddress } from '#services/modules/delivery/addresses.ts';
import { IN_MAINLAND } from '#services/modules/delivery/place-abroad.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { accepted, atTime } from './at-time.ts';
import { fanId } from './people.ts';
import { FAN_ACCOUNT } from './story.ts';

const HOUR_MS = 3_600_000;
const COMPANY = 'sf';

type Where = Pick<AddressForm, 'province' | 'city' | 'area' | 'detail'>;

/** Where the demo's fans have things sent: real districts, and roads that there are not. */
const PLACES: readonly Where[] = [
  { province: '330000', city: '330100', area: '330106', detail: '示例路 1 号' },
  { province: '310000', city: '310100', area: '310101', detail: '示例路 2 号' },
  { province: '110000', city: '110100', area: '110105', detail: '示例路 3 号' },
  { province: '440000', city: '440100', area: '440106', detail: '示例路 4 号' },
  { province: '510000', city: '510100', area: '510104', detail: '示例路 5 号' },
  { province: '420000', city: '420100', area: '420106', detail: '示例路 6 号' },
];

/** A number that the same text always gives, below a bound. */
const pickBy = (text: string, below: number): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) % below;

export function openParcels({ addresses, committer }: { addresses: Addresses; committer: Committer }) {
  const known = new Map<number, Promise<OrderAddress>>();

  async function find(fan: number): Promise<OrderAddress> {
    const user = fanId(fan);
    const [existing] = await addresses.list(user);
    const place = PLACES[pickBy(`place ${fan}`, PLACES.length)] ?? (PLACES[0] as Where);
    // Numbers that no telephone has.
    const phone = `1000000${String(fan).padStart(4, '0')}`;
    const name = fan === FAN_ACCOUNT ? '林小满' : `示例收件人 ${fan}`;
    const form: AddressForm = { ...IN_MAINLAND, ...place, street: '', name, phone };
    const saved = existing ?? (await addresses.save(user, form, { is_default: true }));
    if (isRefusal(saved)) throw new Error(`the demo's address was refused: ${JSON.stringify(saved)}`);
    const address = await addresses.forOrder(user, saved.address_id);
    if (address === undefined) throw new Error('the demo lost an address');
    return address;
  }

  return {
    /** A fan's only address; written down when it is first needed. */
    addressOf(fan: number): Promise<OrderAddress> {
      const found = known.get(fan) ?? find(fan);
      known.set(fan, found);
      return found;
    },
    /** Sends an order some hours after it was paid, unless that would be later than now; days later it is there. */
    async send(out_trade_no: OutTradeNo, creator_id: UserId, paid_at: Millis, now: Millis): Promise<void> {
      const shipped_at = paid_at + (6 + pickBy(`ship ${out_trade_no}`, 40)) * HOUR_MS;
      if (shipped_at >= now) return;
      const express_no = `SF${String(pickBy(`parcel ${out_trade_no}`, 1_000_000_000)).padStart(12, '0')}`;
      const parcel = { company_id: COMPANY, express_no };
      const ship = shipOrders({ out_trade_nos: [out_trade_no], creator_id, ...parcel });
      const shipped = await committer.submit(atTime(ship, shipped_at));
      // In a continued demo the order may have been refunded since.
      if (!shipped.accepted && shipped.refusal.code === 'state_does_not_allow') return;
      if (!shipped.accepted) throw new Error(`the parcel was refused: ${JSON.stringify(shipped.refusal)}`);
      const there = shipped_at + 3 * DAY_MS;
      if (there >= now) return;
      const steps = [
        { state: 'on_the_way' as const, at: shipped_at + 8 * HOUR_MS },
        { state: 'in_delivery' as const, at: there - 5 * HOUR_MS },
        { state: 'signed' as const, at: there },
      ];
      await accepted(committer.submit(atTime(moveDelivery({ out_trade_no, ...parcel, steps }), there)));
    },
  };
}

export type Parcels = ReturnType<typeof openParcels>;
