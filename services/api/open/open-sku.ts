import type { OpenSku } from '#services/contract/open/answers.ts';
import type { Config } from '#services/runtime/config.ts';
import { publicPicture } from '../http/uploads/public-picture.ts';

type Sku = Pick<OpenSku, 'sku_id' | 'count' | 'name' | 'price' | 'pic'> & {
  /** Units left; `''` unlimited */
  stock: number | string;
};

/** A SKU of an order or a plan, as the open API shows it. */
export const openSku = (
  { deps: { config } }: { deps: { config: Pick<Config, 'publicUrl'> } },
  { sku_id, count, name, price, pic, stock }: Sku,
): OpenSku => ({
  sku_id,
  count,
  name,
  price,
  album_id: '',
  pic: publicPicture(config, pic, 'offer'),
  stock: String(stock),
  post_id: '',
});
