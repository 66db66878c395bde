import { PRODUCT_TYPE } from '#events/status.ts';
import { choiceFor } from '#services/modules/cart/choice.ts';
import type { Carts } from '#services/modules/cart/entries.ts';
import type { Identities } from '#services/modules/tickets/identities.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import type { DemoCreator } from './content/creator.ts';
import { englishCreators } from './content/english.ts';
import { forestDeer } from './content/forest-deer.ts';
import { planId, skuId } from './offers.ts';
import { creatorId, fanId } from './people.ts';
import { demoHolders } from './scenes.ts';
import { FAN_ACCOUNT } from './story.ts';

interface Keeping {
  identities: Identities;
  carts: Carts;
}

/** The printed fan's saved data: ticket holders, and a cart with available entries and one unavailable entry. */
export async function keepForFan({ identities, carts }: Keeping): Promise<void> {
  const fan = fanId(FAN_ACCOUNT);
  if ((await identities.list(fan)).length === 0) {
    for (const holder of demoHolders.slice(0, 2)) {
      const saved = await identities.save(fan, holder);
      if (isRefusal(saved)) throw new Error(`the demo's record was refused: ${JSON.stringify(saved)}`);
    }
  }
  if ((await carts.count(fan)) > 0) return;
  const [download] = englishCreators.flatMap((creator) =>
    creator.goods
      .filter(({ hidden }) => !hidden)
      .flatMap(({ name, skus }) =>
        skus.filter(({ stock }) => stock === null).map((sku) => ({ creator, name, sku: sku.name })),
      ),
  );
  if (download !== undefined) await put(carts, download.creator, download.name, [[download.sku, 1]]);
  await put(carts, forestDeer, '《雾中森林》版画', [['A3 · 限量 30', 1]]);
  await put(carts, forestDeer, '2027 手绘月历', [['单本', 1]]);
  await put(carts, forestDeer, '森林明信片', [
    ['春 · 溪', 2],
    ['夏 · 蝉', 1],
  ]);
}

async function put(
  carts: Carts,
  creator: DemoCreator,
  name: string,
  wanted: readonly (readonly [sku: string, count: number])[],
): Promise<void> {
  const plan_id = planId(creator, { name });
  const sku = wanted.map(([one, count]) => ({ sku_id: skuId(plan_id, one), count }));
  const draft = { creator_id: creatorId(creator), plan_id, product_type: PRODUCT_TYPE.goods };
  const added = await carts.add(fanId(FAN_ACCOUNT), { ...draft, choice: choiceFor(1, { sku }) });
  if (isRefusal(added)) throw new Error(`the demo's cart was refused: ${JSON.stringify(added)}`);
}
