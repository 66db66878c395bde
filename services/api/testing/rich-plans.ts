import { plainOffer, plainSku } from '#events/catalog.ts';
import { asSkuId, newEventId, newPlanId, type PlanId, type UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import { planStream, stockStream } from '#events/stream-names.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';

export interface RichPlans {
  plans: number;
  skus: number;
  /** Characters of each SKU's text. */
  text: number;
}

/** Goods with texts, written directly to the log: older versions allowed more than the form does now. */
export async function richPlans(
  { log, clock }: Pick<Dependencies, 'log' | 'clock'>,
  creator_id: UserId,
  { plans, skus, text }: RichPlans,
): Promise<PlanId[]> {
  const metadata = { creator_id, actor: `user:${creator_id}` as const, at: clock.now() };
  const written = (event: DomainEvent) => ({ ...event, id: newEventId(), metadata });
  const ids: PlanId[] = [];
  for (let number = 0; number < plans; number += 1) {
    const plan_id = newPlanId();
    ids.push(plan_id);
    const sold = Array.from({ length: skus }, (_, at) => ({
      ...plainSku,
      sku_id: asSkuId(`${plan_id}-${at}`),
      name: `型号 ${at} ${'长'.repeat(40)}`,
      price: fenOf(1000 + at),
      rank: 0 - at,
      pic: `/files/${'p'.repeat(60)}`,
      purchased_rich_text: `${number}-${at} ${'x'.repeat(text)}`,
    }));
    const offer = {
      ...plainOffer,
      name: `商品 ${number}`,
      product_type: 1 as const,
      price: fenOf(1000),
      rank: 0,
      desc: '说明'.repeat(5_000),
    };
    await log.append([
      {
        stream: planStream(plan_id),
        expected: 'no_stream',
        events: [
          written({ type: 'PlanCreated', data: { plan_id, creator_id, offer } }),
          ...sold.map((sku) => written({ type: 'SkuOffered', data: { plan_id, sku } })),
        ],
      },
      ...sold.map(({ sku_id }) => ({
        stream: stockStream(sku_id),
        expected: 'no_stream' as const,
        events: [written({ type: 'StockSet', data: { sku_id, plan_id, stock: 5 } })],
      })),
    ]);
  }
  return ids;
}
