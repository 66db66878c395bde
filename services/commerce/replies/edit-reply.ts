import type { PlanEvent } from '#events/catalog.ts';
import type { SkuId } from '#events/ids.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { planStream } from '#events/stream-names.ts';
import { kibibytes, QUOTAS } from '#services/runtime/quotas.ts';
import { badInput } from '#services/runtime/refusal.ts';
import type { OwnPlan } from '../catalog/own-plan.ts';
import { type OfferedPlan, planKind, skuOf } from '../catalog/plan.ts';
import { offerTextBytes, skuTextBytes } from '../catalog/plan-texts.ts';
import { bytesOfDigest, digestOf, type StoredReply } from '../catalog/text-digests.ts';
import { accept, type Command, refuse } from '../engine/command.ts';

export interface EditReply extends OwnPlan {
  /** Undefined: the reply of the plan as a whole. */
  sku_id?: SkuId | undefined;
  /** Not empty; switches the reply on. */
  content: string;
  /** The other text of the plan (`desc`) or SKU (`purchased_rich_text`), which events repeat. */
  other_text: string;
  /** For refusals. */
  field: string;
}

/** The event and the former reply; null when the other text is no longer this one. */
function change(plan: OfferedPlan, input: EditReply): { event: PlanEvent; before: StoredReply } | null {
  const { plan_id, sku_id, content, other_text } = input;
  const with_reply = (before: StoredReply) => ({ ...before, on: true, content });
  if (sku_id === undefined) {
    const { offer } = plan;
    if (digestOf(other_text) !== offer.desc) return null;
    const revised = { ...offer, desc: other_text, reply: with_reply(offer.reply) };
    return { event: { type: 'PlanRevised', data: { plan_id, offer: revised } }, before: offer.reply };
  }
  const found = skuOf(plan, sku_id);
  if (found === undefined || digestOf(other_text) !== found.purchased_rich_text) return null;
  const { version: _version, ...stored } = found;
  const sku = { ...stored, purchased_rich_text: other_text, reply: with_reply(stored.reply) };
  return { event: { type: 'SkuOffered', data: { plan_id, sku } }, before: stored.reply };
}

/**
 * Sets the text that buyers get, or nothing when it is so already. Another's plan is not_found, a deleted one
 * plan_deleted; state_does_not_allow if the other text was edited in between.
 */
export function editReply(input: EditReply): Command<null> {
  const { plan_id, creator_id, content, field } = input;
  const stream = planStream(plan_id);
  return {
    name: 'edit_reply',
    actor: `user:${creator_id}`,
    streams: [stream],
    decide(states) {
      const plan = states.get(planKind, stream);
      if (plan.phase === 'none' || plan.creator_id !== creator_id) return refuse({ code: 'not_found' });
      if (plan.status === PLAN_STATUS.deleted) return refuse({ code: 'plan_deleted' });
      const changed = change(plan, input);
      if (changed === null) return refuse({ code: 'state_does_not_allow' });
      const { event, before } = changed;
      if (before.on && before.content === digestOf(content)) return accept([], null);
      const bytes = plan.skus.reduce((sum, sku) => sum + skuTextBytes(sku), offerTextBytes(plan.offer));
      if (bytes - bytesOfDigest(before.content) + Buffer.byteLength(content) > QUOTAS.plan_text_bytes) {
        const max = kibibytes(QUOTAS.plan_text_bytes);
        return refuse(badInput(field, { key: 'too_much_text', max }));
      }
      return accept([{ stream, creator_id, event }], null);
    },
  };
}
