import { ORDER_STATUS, PRODUCT_TYPE, REFUND_STATE } from '#events/status.ts';
import type { OpenOrder } from '#services/contract/open/answers.ts';
import { openSku } from './open-sku.ts';

const GOODS = { sku_id: 'b082342c4aba11ebb5cb52540025c377', name: 'Red', count: 2, price: '1.00' } as const;
const MORE = { sku_id: 'b082342c4aba11ebb5cb52540025c378', name: 'Blue', count: 3, price: '1.00' } as const;
const STOCK = 100;

/** The fixed order of a test call, of the same types as a paid order of goods. Receivers recognise it by its number. */
export const webhookTestOrder = (work: Parameters<typeof openSku>[0]): OpenOrder => ({
  out_trade_no: '202106232138371083454010626',
  custom_order_id: 'test',
  user_id: 'adf397fe8374811eaacee52540025c377',
  user_private_id: '33f0dd2b6a1ae6bdb4d5f7c5d3f7c1ab',
  plan_id: 'a45353328af911eb973052540025c377',
  plan_title: 'Test',
  title: 'Test',
  month: 1,
  total_amount: '5.00',
  show_amount: '5.00',
  status: ORDER_STATUS.success,
  remark: '',
  redeem_id: '',
  product_type: PRODUCT_TYPE.goods,
  discount: '0.00',
  shipping_fee: '0.00',
  is_upgrade: 0,
  imported: false,
  sku_detail: [
    openSku(work, { ...GOODS, pic: '', stock: STOCK }),
    openSku(work, { ...MORE, pic: '', stock: '' }),
  ],
  create_time: 1_624_455_517,
  user_name: '',
  address_person: '',
  address_phone: '',
  address_address: '',
  payment_fee: '0.00',
  service_fee: '0.00',
  affiliate_fee: '0.00',
  net_amount: '5.00',
  refund_state: REFUND_STATE.none,
  refunded_amount: '0.00',
  membership_end: 0,
  pay_time: 1_624_455_517,
  position: 0,
});
