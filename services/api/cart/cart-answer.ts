import { fenOf, sum, toWire, ZERO } from '#events/money.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { QuotedEntry } from '#services/commerce/cart/quote-entries.ts';
import type { OfferedPlan } from '#services/commerce/catalog/plan.ts';
import { skuOf } from '#services/commerce/catalog/plan.ts';
import type { CartEntry, CartList, PreparedCart } from '#services/contract/cart/calls.ts';
import type { DirectoryUser } from '#services/modules/accounts/directory.ts';
import type { CartEntry as KeptEntry } from '#services/modules/cart/entries.ts';
import type { Language } from '../http/language.ts';
import { refusalText } from '../http/refusal-text.ts';
import type { ApiRefusal } from '../http/refusals.ts';
import { priceAnswer } from '../orders/order-answer.ts';

type EntryRefusal = CartEntry['refusal'];

/** A cart entry and its quote. */
export interface EntryWithQuote {
  entry: KeptEntry;
  quoted: QuotedEntry;
}

function refusalAnswer(refusal: ApiRefusal | null, language: Language): EntryRefusal {
  if (refusal === null) return null;
  const { ec, em, data } = refusalText(refusal, language);
  return { ec, em, errors: data.errors ?? [] };
}

/** Context of answers: names of the plans that upgrades replace, and the caller's language. */
export interface AnswerContext {
  names: ReadonlyMap<string, string>;
  language: Language;
}

const noPlan = {
  name: '',
  pic: '',
  product_type: PRODUCT_TYPE.sponsorship,
  pay_month: 1,
  permanent: false,
  single_month: false,
};

function planAnswer(plan_id: string, plan: OfferedPlan | null): CartEntry['plan'] {
  const offer = plan?.offer;
  const { name, pic, product_type, pay_month, permanent, single_month } = offer ?? noPlan;
  return {
    plan_id,
    name,
    pic,
    product_type,
    pay_month,
    permanent,
    single_month,
    need_address: offer ? offer.need_address || offer.shipping_template_id !== null : false,
    need_identity: offer?.need_identity ?? false,
    need_invite_code: offer ? offer.invite_code_hash !== null : false,
    config: {
      remark_name: offer?.remark_name ?? '',
      remark_placeholder: offer?.remark_placeholder ?? '',
      remark_required: offer?.remark_required ?? false,
    },
  };
}

/** The contents: as chosen; for a bundle of all, those of the plan. */
function skusAnswer({ entry, quoted }: EntryWithQuote): CartEntry['sku'] {
  const { plan, quote, left } = quoted;
  const bundles = Math.max(1, entry.choice.bundle_count);
  const chosen =
    quote?.lines.map(({ sku_id, count }) => ({ sku_id, count: count / bundles })) ?? entry.choice.sku;
  return chosen.map(({ sku_id, count }) => {
    const sku = plan ? skuOf(plan, sku_id) : undefined;
    const sold = quote?.lines.find((line) => line.sku_id === sku_id);
    return {
      sku_id,
      name: sku?.name ?? '',
      pic: sku?.pic ?? '',
      count,
      price: toWire(sold?.price ?? sku?.price ?? ZERO),
      stock: left.get(sku_id) ?? ('' as const),
    };
  });
}

const entryAnswer = (looked: EntryWithQuote, { names, language }: AnswerContext): CartEntry => {
  const { entry, quoted } = looked;
  const { cart_id, plan_id, choice, remark, custom_order_id, affiliate_code, picked, created_at } = entry;
  return {
    cart_id,
    plan: planAnswer(plan_id, quoted.plan),
    sku: skusAnswer(looked),
    month: quoted.quote?.month ?? choice.month,
    bundle_count: choice.bundle_count,
    bundle_stock: quoted.bundles_left ?? '',
    remark,
    custom_order_id,
    affiliate_code,
    picked,
    create_time: Math.floor(created_at / 1000),
    price: quoted.quote && priceAnswer(quoted.quote, names),
    refusal: refusalAnswer(quoted.refusal, language),
  };
};

/** The cart by creator; entries come with the newest first. */
export function cartAnswer(
  looked: readonly EntryWithQuote[],
  creators: ReadonlyMap<string, DirectoryUser>,
  telling: AnswerContext,
): CartList {
  const byCreator = Map.groupBy(looked, ({ entry }) => entry.creator_id);
  const bought = looked.filter(({ entry, quoted }) => entry.picked && quoted.refusal === null);
  return {
    list: [...byCreator].map(([creator_id, entries]) => {
      const creator = creators.get(creator_id);
      return {
        creator: {
          user_id: creator_id,
          name: creator?.name ?? '',
          avatar: creator?.avatar ?? '',
          url_slug: creator?.url_slug ?? '',
        },
        entries: entries.map((one) => entryAnswer(one, telling)),
      };
    }),
    has_more: false,
    total_count: looked.length,
    picked_count: bought.length,
    total_amount: toWire(sum(bought.map(({ quoted }) => quoted.quote?.price.total_amount ?? ZERO))),
  };
}

/** The total of entries bought together, over those that can be bought. */
export function preparedAnswer(
  looked: readonly EntryWithQuote[],
  { names, language }: AnswerContext,
): PreparedCart {
  const quotes = looked.flatMap(({ quoted }) => (quoted.refusal === null ? (quoted.quote ?? []) : []));
  const total = (part: 'show_amount' | 'discount' | 'shipping_fee' | 'total_amount'): string =>
    toWire(fenOf(quotes.reduce((all, { price }) => all + price[part], 0)));
  return {
    entries: looked.map(({ entry, quoted }) => ({
      cart_id: entry.cart_id,
      price: quoted.quote && priceAnswer(quoted.quote, names),
      refusal: refusalAnswer(quoted.refusal, language),
    })),
    show_amount: total('show_amount'),
    discount: total('discount'),
    shipping_fee: total('shipping_fee'),
    total_amount: total('total_amount'),
    shipping_unknown: quotes.some(({ shipping_unknown }) => shipping_unknown),
    need_address: looked.some(({ entry, quoted }) => planAnswer(entry.plan_id, quoted.plan).need_address),
    can_order: looked.length > 0 && looked.every(({ quoted }) => quoted.refusal === null),
  };
}
