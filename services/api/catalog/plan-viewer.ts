import type { UserId } from '#events/ids.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import { membershipStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import type { CatalogPlan } from '#read-models/catalog/queries.ts';
import { redeemUses } from '#read-models/redeem/queries.ts';
import { replyPools } from '#read-models/replies/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { isMemberOf, membershipKind } from '#services/commerce/memberships/membership.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { OPENS_NOTHING, type Opened, type OpeningKey, openedFor } from '#services/modules/content/opened.ts';
import type { MediaFile } from '#services/modules/media/media-files.ts';
import { payRefusal } from '#services/modules/payments/registry.ts';

/** Details of an offer for its creator only, by the ids of plans and SKUs. */
interface OwnerFacts {
  /** Lines left in pools of random replies. */
  reply_lines: ReadonlyMap<string, number>;
  redeem: ReadonlyMap<string, NonNullable<Plan['redeem']>>;
}

/** The viewer of an offer, and the time. */
export interface Viewer {
  now: Millis;
  /** The member's price is theirs. */
  is_vip: boolean;
  /** Why they cannot pay here; empty: they can. */
  pay_refusal: ReturnType<typeof payRefusal>;
  /** null: not the creator. */
  owner: OwnerFacts | null;
  /** How much was sold is not for them. */
  hides_sold: boolean;
  /** What the membership of a plan, or a SKU, opens, by its id. */
  opens(key: string): Opened;
  /** A file that buyers can download. */
  fileOf(file_id: string): MediaFile | undefined;
}

const NO_FACTS: OwnerFacts = { reply_lines: new Map(), redeem: new Map() };

/** A viewer for the creator, who sees sales counts. */
export const anonymousViewer = (now: Millis, pay_refusal: Viewer['pay_refusal'] = ''): Viewer => ({
  now,
  pay_refusal,
  is_vip: false,
  owner: null,
  hides_sold: false,
  opens: () => OPENS_NOTHING,
  fileOf: () => undefined,
});

/**
 * Any visitor. Privacy settings also hide counts, because counts reveal income and sponsors.
 * @param paypal false: PayPal is not offered where they are (`getsPayPal`)
 */
export async function visitorOf(
  { accounts, clock, payments }: Pick<Dependencies, 'accounts' | 'clock' | 'payments'>,
  creator_id: UserId,
  paypal?: boolean,
): Promise<Viewer> {
  const { hides } = await accounts.rights.of(creator_id);
  return {
    ...anonymousViewer(clock.now(), payRefusal(payments.methods, paypal)),
    hides_sold: hides.income || hides.sponsors,
  };
}

/** The creator of a new plan: there are no lines and codes yet. */
export const newPlanViewer = (now: Millis, pay_refusal?: Viewer['pay_refusal']): Viewer => ({
  ...anonymousViewer(now, pay_refusal),
  owner: NO_FACTS,
});

/** The creator's view of these plans, as of the read models. */
export async function ownerOf(
  { pool, clock, payments }: Pick<Dependencies, 'pool' | 'clock' | 'payments'>,
  creator_id: UserId,
  plans: readonly Pick<CatalogPlan, 'plan_id' | 'skus'>[],
): Promise<Viewer> {
  const plan_ids = plans.map(({ plan_id }) => plan_id);
  const pool_ids = [...plan_ids, ...plans.flatMap(({ skus }) => skus.map(({ sku_id }) => sku_id))];
  const [lines, uses] = await Promise.all([
    replyPools(pool, { pool_ids }),
    redeemUses(pool, { creator_id, plan_ids }),
  ]);
  const redeem = new Map(
    uses.rows.map(({ plan_id, sku_id, ...counts }) => [sku_id === '' ? plan_id : sku_id, counts]),
  );
  const reply_lines = new Map(lines.rows.map(({ pool_id, left }) => [pool_id, left]));
  return { ...anonymousViewer(clock.now(), payRefusal(payments.methods)), owner: { reply_lines, redeem } };
}

/** A fan, or a guest: whether a plan's member price is theirs. */
export async function fanOf(
  deps: Pick<Dependencies, 'accounts' | 'committer' | 'clock' | 'payments'>,
  user_id: UserId | undefined,
  { creator_id, offer }: Pick<CatalogPlan, 'creator_id' | 'offer'>,
  paypal?: boolean,
): Promise<Viewer> {
  const { vip } = offer;
  // The catalogue holds a creator's id as the event had it.
  const visitor = await visitorOf(deps, creator_id as UserId, paypal);
  if (user_id === undefined || vip === null) return visitor;
  const stream = membershipStream(creator_id as UserId, user_id);
  return deps.committer.read([stream], (states, now) => ({
    ...visitor,
    now,
    is_vip: isMemberOf(states.get(membershipKind, stream), vip.plan_id, now, vip.include_history),
  }));
}

/** The viewer, with what these plans and SKUs open and their files. Of a post that several open each says so. */
export async function withOpened(
  deps: Pick<Dependencies, 'albumTexts' | 'media' | 'pool' | 'postTexts'>,
  viewer: Viewer,
  plans: readonly Pick<CatalogPlan, 'plan_id' | 'creator_id' | 'offer' | 'skus'>[],
): Promise<Viewer> {
  const keys = plans.flatMap(({ plan_id, creator_id, offer, skus }): OpeningKey[] => [
    ...(offer.product_type === PRODUCT_TYPE.sponsorship
      ? [{ creator_id, key: plan_id, price: offer.price }]
      : []),
    ...skus.map(({ sku_id }) => ({ creator_id, key: sku_id, price: null })),
  ]);
  const questions = new Map(keys.map((one) => [one.key, [one]]));
  const file_ids = plans.flatMap(({ skus }) => skus.flatMap(({ attachment }) => attachment || []));
  const [opens, files] = await Promise.all([
    openedFor(deps, questions, { most: 1, at: viewer.now }),
    deps.media.files.byIds(file_ids),
  ]);
  return { ...viewer, opens, fileOf: (file_id) => files.get(file_id) };
}
