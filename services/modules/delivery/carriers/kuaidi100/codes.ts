import type { DeliveryState } from '#events/orders.ts';

/** Kuaidi100's names of our companies. */
export const COMPANY_CODES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sf: 'shunfeng',
    zto: 'zhongtong',
    yto: 'yuantong',
    sto: 'shentong',
    yunda: 'yunda',
    jt: 'jtexpress',
    jd: 'jd',
    ems: 'ems',
    post: 'youzhengguonei',
    deppon: 'debangkuaidi',
    danniao: 'danniao',
    uce: 'youshuwuliu',
    zjs: 'zhaijisong',
    kye: 'kuayue',
    dhl: 'dhl',
    fedex: 'fedex',
    ups: 'ups',
  }),
);

/** Companies that answer only to the last four digits of the recipient's phone. */
export const NEED_PHONE: ReadonlySet<string> = new Set(['sf', 'zto']);

/**
 * Our states by Kuaidi100's. States of one digit also have finer ones. A waybill that was cancelled (401, 210) can be
 * replaced, and a parcel on its way back (6) has not arrived: neither ends tracking.
 */
const STATES: Readonly<Record<string, DeliveryState>> = {
  '1': 'soliciting',
  '101': 'soliciting',
  '102': 'soliciting',
  '103': 'soliciting',
  '0': 'on_the_way',
  '1001': 'on_the_way',
  '1002': 'on_the_way',
  '1003': 'on_the_way',
  '1004': 'on_the_way',
  '5': 'in_delivery',
  '501': 'in_delivery',
  '3': 'signed',
  '301': 'signed',
  '302': 'signed',
  '303': 'signed',
  '304': 'signed',
  '2': 'delivery_failed',
  '201': 'on_the_way',
  '202': 'on_the_way',
  '203': 'delivery_failed',
  '204': 'delivery_failed',
  '205': 'delivery_failed',
  '206': 'delivery_failed',
  '207': 'delivery_failed',
  '208': 'on_the_way',
  '209': 'delivery_failed',
  '210': 'delivery_failed',
  '14': 'delivery_failed',
  '6': 'delivery_failed',
  '401': 'delivery_failed',
  '4': 'returned',
  '7': 'transfer_orders',
  '8': 'clearance_in_progress',
  '10': 'pending_customs_clearance',
  '11': 'clearance_in_progress',
  '12': 'cleared',
  '13': 'clearance_in_progress',
};

/** Undefined for a state that is not listed. */
export const stateOf = (code: string): DeliveryState | undefined =>
  Object.hasOwn(STATES, code) ? STATES[code] : undefined;
