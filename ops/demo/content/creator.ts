import type { CategoryId } from '#services/api/contract/categories.ts';
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
  /** Hue of the theme in degrees, and how far the second colour lies from it. */
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
}

export interface DemoTier {
  name: string;
  desc: string;
  /** Per month. */
  price: number;
  /** Share among the creator's tiers. */
  weight: number;
  /** Length of a period, with its price; a month unless given. */
  period?: { months: 3 | 12; price: number };
}

export interface DemoGoods {
  name: string;
  desc: string;
  motif: Motif;
  skus: readonly DemoSku[];
  /** Units per fan: of the whole plan, in so many days (−1 ever). */
  limit?: { count: number; days: number };
  hidden?: true;
  remark?: string;
}

interface DemoSku {
  name: string;
  price: number;
  /** null: unlimited */
  stock: number | null;
  /** Share among the creator's SKUs. */
  weight: number;
}
