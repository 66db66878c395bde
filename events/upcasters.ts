import { anyTime, noReply } from './catalog.ts';
import { plainOrder } from './orders.ts';

type Data = Record<string, unknown>;

/** Fields that offers of version 1 did not have: memberships, bundles, tickets and shipping. */
const offerAdditions = {
  vip: null,
  time_limit: null,
  timing: anyTime,
  shipping_template_id: null,
  bundle: null,
  rounds: [],
  need_identity: false,
  invite_code_hash: null,
  reply: noReply,
  can_ali_agreement: false,
};

const skuAdditions = {
  of_plan: null,
  round_id: null,
  vip_price: null,
  time_limit_price: null,
  reply: noReply,
  purchased_rich_text: '',
};

const within = (data: Data, field: string, additions: Data): Data => ({
  ...data,
  [field]: { ...additions, ...(data[field] as Data) },
});

export const offerFrom1 = (data: Data): Data => within(data, 'offer', offerAdditions);
/** Offers of version 2 had one picture. */
export const offerFrom2 = (data: Data): Data => within(data, 'offer', { more_pics: [] });
/** Offers of version 3 were sold for any number of months. */
export const offerFrom3 = (data: Data): Data => within(data, 'offer', { single_month: false });
export const skuFrom1 = (data: Data): Data => within(data, 'sku', skuAdditions);

/** Parts of bundles of version 2 had copies of their goods' texts. */
export const skuFrom2 = (data: Data): Data => within(data, 'sku', { of_version: null });

/** SKUs of version 3 had no file, and named the posts that they open. */
export const skuFrom3 = (data: Data): Data => within(data, 'sku', { attachment: '', feed_switch: true });

/** Orders of version 1 gave no membership and had nothing sent, no tickets, no codes. */
export const orderFrom1 = (data: Data): Data => ({
  ...data,
  lines: (data.lines as Data[]).map((line) => ({ ...line, of_plan: null })),
  ...plainOrder,
});

/** Cases of version 1 had no pictures. */
export const picturesFrom1 = (data: Data): Data => ({ ...data, pics: [] });

/** Orders of version 2 carried no affiliate code. */
export const orderFrom2 = (data: Data): Data => ({ ...data, affiliate: null });

/** Who approved or retried a withdrawal could not note why in version 1. */
export const reviewFrom1 = (data: Data): Data => ({ ...data, reason: '' });

/** In version 1 only the provider could send a refund. */
export const refundSentFrom1 = (data: Data): Data => ({ ...data, reason: '' });

/** In version 1 only finance could pay a failed refund. */
export const failedRefundPaidFrom1 = (data: Data): Data => ({
  ...data,
  paid_by: 'finance',
  provider_refund_id: '',
});

/** Version 1 of a settlement has no reason. */
export const settlementFrom1 = (data: Data): Data => ({ ...data, reason: '' });

/** Version 1 of an uploaded statement has no note. */
export const statementFrom1 = (data: Data): Data => ({ ...data, reason: '' });

/** Months of version 2 were settled before there were commissions. */
export const settlementFrom2 = (data: Data): Data => ({ ...data, commissions: 0 });

/** Refunds of version 1 had their source only in the reason, and returned units if they were full. */
export const refundFrom1 = (data: Data): Data => ({
  ...data,
  by: data.reason === 'imported' ? 'import' : 'creator',
  units: [],
  ticket_ids: [],
});

/** Memberships of version 1 had no ids of runs; a begin is its own. */
export const startedFrom1 = (data: Data): Data => ({ ...data, run_id: data.out_trade_no });
export const runFrom1 = (data: Data): Data => ({ ...data, run_id: null });

/** Upgrades of version 1 stated the months that were left, which did not move the end. */
export const upgradedFrom1 = (data: Data): Data => ({ ...data, run_id: null, months: 0 });

/** Refunds of version 1 listed every remaining grant of the run. */
export const revokedFrom1 = ({ left, ...data }: Data): Data => ({
  ...data,
  run_id: null,
  next: null,
  moved: left,
});

/** Orders of memberships did not change hands before version 3. */
export const revokedFrom2 = (data: Data): Data => ({ ...data, payer: data.user_id });
