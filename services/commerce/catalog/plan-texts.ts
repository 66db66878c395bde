import type { PlanOffer, SkuOffer } from '#events/catalog.ts';
import type { EventLog } from '#events/log/log.ts';
import { planStream } from '#events/stream-names.ts';
import type { OfferedPlan } from './plan.ts';
import { bytesOfDigest, type StoredOffer, type StoredSku } from './text-digests.ts';

export const offerTextBytes = ({ desc, reply }: StoredOffer): number =>
  bytesOfDigest(desc) + bytesOfDigest(reply.content);
export const skuTextBytes = ({ purchased_rich_text, reply }: StoredSku): number =>
  bytesOfDigest(purchased_rich_text) + bytesOfDigest(reply.content);

/** Where a SKU's texts are: a part of a bundle has those of its goods. */
function placeOf({ plan_id }: OfferedPlan, { of_plan, of_version, version }: StoredSku) {
  const own = of_plan === null || of_version === null;
  return own
    ? { stream: planStream(plan_id), version }
    : { stream: planStream(of_plan), version: of_version };
}

/** Texts of plans, read from the events that have them. */
export function openPlanTexts(log: Pick<EventLog, 'readStream'>) {
  /** Events of one stream by version; neighbours are read together. */
  async function eventsAt(stream: string, versions: readonly number[]) {
    const found = new Map<number, unknown>();
    const wanted = [...new Set(versions)].sort((one, other) => one - other);
    for (let at = 0; at < wanted.length; ) {
      const first = wanted[at] ?? 0;
      let end = at;
      while (wanted[end + 1] === (wanted[end] ?? 0) + 1) end += 1;
      const events = await log.readStream(stream, { after: first - 1, limit: end - at + 1 });
      for (const { version, data } of events) found.set(version, data);
      if (events.length === 0) throw new Error(`${stream} has no version ${first}`);
      at += events.length;
    }
    return found;
  }

  return {
    async offerOf({ plan_id, offer, offer_version }: OfferedPlan): Promise<PlanOffer> {
      if (offerTextBytes(offer) === 0) return offer;
      const events = await eventsAt(planStream(plan_id), [offer_version]);
      // The version is that of the event that the offer came with.
      const { desc, reply } = (events.get(offer_version) as { offer: PlanOffer }).offer;
      return { ...offer, desc, reply };
    },
    /** These SKUs with their texts, in the same order. */
    async skusOf(plan: OfferedPlan, skus: readonly StoredSku[]): Promise<SkuOffer[]> {
      const places = skus.map((sku) => ({ sku, ...placeOf(plan, sku) }));
      const written = places.filter(({ sku }) => skuTextBytes(sku) > 0 || sku.of_version !== null);
      const found = new Map<string, Map<number, unknown>>();
      for (const [stream, those] of Map.groupBy(written, (place) => place.stream)) {
        found.set(
          stream,
          await eventsAt(
            stream,
            those.map(({ version }) => version),
          ),
        );
      }
      return places.map(({ sku: { version: _version, ...sku }, stream, version }) => {
        // The version is that of the event that the SKU, or its goods, came with.
        const event = found.get(stream)?.get(version) as { sku: SkuOffer } | undefined;
        if (event === undefined) return sku;
        const { purchased_rich_text, reply } = event.sku;
        return { ...sku, purchased_rich_text, reply: { ...sku.reply, content: reply.content } };
      });
    },
  };
}

export type PlanTexts = ReturnType<typeof openPlanTexts>;
