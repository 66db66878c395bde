import { asOutTradeNo, asPlanId } from '#events/ids.ts';
import { orderStream, planStream } from '#events/stream-names.ts';
import type { BoughtSku } from '#read-models/orders/purchases.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { type OfferedPlan, planKind, skuOf } from '#services/commerce/catalog/plan.ts';
import type { StoredSku } from '#services/commerce/catalog/text-digests.ts';
import { orderKind, type PlacedOrderState } from '#services/commerce/orders/order.ts';
import type { Purchased } from '#services/contract/orders/purchases.ts';
import type { DirectoryUser } from '#services/modules/accounts/directory.ts';
import { openedBySkus } from '../content/opened-by.ts';

type Parts = Pick<
  Dependencies,
  'albumTexts' | 'clock' | 'committer' | 'directory' | 'plansAsSold' | 'planTexts' | 'pool' | 'postTexts'
>;

/** Orders as they are now, in the order of their numbers; those that do not exist are left out. */
export async function ordersNumbered(
  { committer }: Pick<Parts, 'committer'>,
  numbers: readonly string[],
): Promise<PlacedOrderState[]> {
  const streams = numbers.map((number) => orderStream(asOutTradeNo(number)));
  return committer.read(streams, (states) =>
    streams.flatMap((stream) => {
      const order = states.get(orderKind, stream);
      return order.phase === 'none' ? [] : [order];
    }),
  );
}

/** The contents of a bought SKU, besides its orders. */
interface Sold {
  pic: string;
  has_content: boolean;
  /** Id of the file for buyers; empty when there is none. */
  attachment: string;
  /** The creator's text for buyers; empty when there is none. */
  text(): Promise<string>;
}

/**
 * Buyers read the present text with its corrections. If the creator removed it or the SKU, they read the text at the
 * time of purchase.
 */
async function soldAs(
  { committer, plansAsSold, planTexts }: Parts,
  { placed }: PlacedOrderState,
  sku_id: string,
): Promise<Sold> {
  const plan = await plansAsSold.of(placed);
  const sold = plan && skuOf(plan, sku_id);
  const stream = planStream(asPlanId(sold?.of_plan ?? placed.plan_id));
  const source = await committer.read([stream], (states) => states.get(planKind, stream));
  const offered = source.phase === 'offered' ? source : undefined;
  const now = offered && skuOf(offered, sku_id);
  const textOf = async (of: OfferedPlan | undefined, sku: StoredSku | undefined): Promise<string> =>
    of && sku ? ((await planTexts.skusOf(of, [sku]))[0]?.purchased_rich_text ?? '') : '';
  // What was sold stays for its buyers once the SKU is no longer sold.
  const attachment = (now ?? sold)?.attachment ?? '';
  const text = async () => (await textOf(offered, now)) || (await textOf(plan, sold));
  return {
    // Without its own picture, that of the goods or of the sold part.
    pic: now?.pic || sold?.pic || offered?.offer.pic || plan?.offer.pic || '',
    attachment,
    has_content:
      attachment !== '' ||
      Boolean(now?.purchased_rich_text || sold?.purchased_rich_text) ||
      // A part of a bundle has no such field; the text of its goods is used.
      (sold?.of_version != null && (await text()) !== ''),
    text,
  };
}

const creatorAnswer = ({ user_id, name, avatar, url_slug }: DirectoryUser) => ({
  user_id,
  name,
  avatar,
  url_slug,
});

/** A fan's purchases with the texts for buyers. */
export async function boughtAnswers(
  parts: Parts,
  rows: readonly BoughtSku[],
): Promise<{ answer: Purchased; attachment: string; text(): Promise<string> }[]> {
  const [users, newest, opensOf] = await Promise.all([
    parts.directory.usersByIds([...new Set(rows.map(({ creator_id }) => creator_id))]),
    ordersNumbered(parts, [...new Set(rows.flatMap(({ orders }) => orders.slice(0, 1)))]),
    openedBySkus(parts, rows),
  ]);
  const orderOf = new Map<string, PlacedOrderState>(
    newest.map((order) => [order.placed.out_trade_no, order]),
  );
  return Promise.all(
    rows.map(async (row) => {
      const order = orderOf.get(row.orders[0] ?? '');
      const creator = users.get(row.creator_id);
      if (order === undefined || creator === undefined) {
        throw new Error(`SKU ${row.sku_id} was bought in order ${row.orders[0]}, which is not there`);
      }
      const { pic, has_content, attachment, text } = await soldAs(parts, order, row.sku_id);
      const opens = opensOf(row.sku_id);
      const { sku_id, name, plan_id, plan_name, product_type, count, orders, last_paid } = row;
      const answer = {
        sku: { sku_id, name, pic },
        plan: { plan_id, name: plan_name, product_type },
        creator: creatorAnswer(creator),
        count,
        orders,
        last_pay_time: last_paid,
        has_content: has_content || opens.post_count + opens.album_count > 0,
        opens,
      };
      return { answer, attachment, text };
    }),
  );
}
