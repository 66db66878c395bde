import type { CategoryId } from '#services/contract/accounts/categories.ts';
import type { Motif } from '../pictures.ts';

/** One creator of the demo with all that is on sale; money in fen. */
export interface DemoCreator {
  name: string;
  /** After /a/: letters and digits. */
  slug: string;
  doing: string;
  detail: string;
  category_id: CategoryId;
  language: 'zh-CN' | 'en-US';
  /** Hue of the theme in degrees, and the distance of the second colour. */
  hue: number;
  spread: number;
  /** Share of all orders. */
  fame: number;
  /** Days before today on which the first order came; at most 90. */
  since_days: number;
  /** 1: months bought together are cheaper. */
  discount_option: 0 | 1;
  tiers: readonly DemoTier[];
  goods: readonly DemoGoods[];
  bundles?: readonly DemoBundle[];
  events?: readonly DemoEvent[];
  /** Shipping costs; only creators who ship have them. */
  sending?: DemoSending;
}

export interface DemoTier {
  name: string;
  desc: string;
  /** Per month. */
  price: number;
  /** Share among the creator's tiers. */
  weight: number;
  /** Length of a period with its price; default: a month. */
  period?: { months: 3 | 12; price: number };
  limited?: DemoLimited;
  /** Fans can agree to renewals. */
  renews?: true;
}

/** A limited-time price: percent of the plain price, from and until days relative to today. */
interface DemoLimited {
  percent: number;
  from: number;
  until: number;
}

/** The optional fields of any product. */
interface DemoTerms {
  name: string;
  desc: string;
  motif: Motif;
  limited?: DemoLimited;
  /** Members of one of the creator's tiers pay this percent. */
  members?: { tier: string; percent: number };
  /** On sale from this day relative to today. */
  sold_from?: number;
}

export interface DemoGoods extends DemoTerms {
  skus: readonly DemoSku[];
  /** Units per fan: of the whole plan, in this many days (−1: permanent). */
  limit?: { count: number; days: number };
  hidden?: true;
  remark?: string;
  /** By the creator's shipping fees. */
  sent?: true;
  /** Free shipping; the address can be given after payment. */
  asks_address?: true;
  /** The reply for every buyer. */
  reply?: string;
}

export interface DemoSku {
  name: string;
  price: number;
  /** null: unlimited */
  stock: number | null;
  /** Weight among the creator's SKUs; 0: not bought at random. */
  weight: number;
  /** The text for buyers. */
  content?: string;
  /** Random replies: this many units get one each, later ones wait. */
  lines?: readonly string[];
}

/** Goods of the creator sold together. */
export interface DemoBundle extends DemoTerms {
  price: number;
  stock: number | null;
  /** How many a buyer chooses; default: all. */
  choose?: number;
  parts: readonly { goods: string; sku: string }[];
  sent?: true;
}

export interface DemoEvent extends DemoTerms {
  /** Sessions: days relative to today, at this hour of the business day. */
  rounds: readonly { day: number; hour: number }[];
  /** `round` counts from 0. */
  tickets: readonly (DemoSku & { round: number })[];
}

/** Near provinces and far ones, with what the first and each further item costs. */
export interface DemoSending {
  name: string;
  near: { provinces: readonly string[]; first: number; next: number };
  far: { provinces: readonly string[]; first: number; next: number };
  /** From this amount sending costs nothing. */
  free_from?: number;
}
