import type { UserId } from '#events/ids.ts';
import { accepted } from '#ops/demo/at-time.ts';
import type { DemoCreator } from '#ops/demo/content/creator.ts';
import { creatorId } from '#ops/demo/people.ts';
import type { Random } from '#ops/demo/random.ts';
import { changeAffiliate, openAffiliate } from '#services/commerce/affiliates/edit-affiliate.ts';
import type { World } from './world.ts';

const RATES = [1, 7, 10, 33, 50];

export const codeOf = (creator: DemoCreator): string => `by-${creator.slug}`;

export interface Partners {
  /** Rates change, and codes are paused and resumed, while orders use them. */
  moment(): Promise<void>;
}

/** Every creator names the next one as partner, so that all of them sell by codes and are sold for. */
export async function openPartners(
  { committer }: Pick<World, 'committer'>,
  creators: readonly DemoCreator[],
  random: Random,
): Promise<Partners> {
  const partnerOf = (number: number): UserId | undefined => {
    const next = creators[(number + 1) % creators.length];
    return next && creators.length > 1 ? creatorId(next) : undefined;
  };
  const terms = (rate_percent: number, active: boolean) => ({ rate_percent, active, plan_ids: [], note: '' });
  const opened: { creator_id: UserId; affiliate_id: string }[] = [];
  for (const [number, creator] of creators.entries()) {
    const partner_id = partnerOf(number);
    if (partner_id === undefined) continue;
    const creator_id = creatorId(creator);
    const whose = { creator_id, partner_id, code: codeOf(creator), granted: true };
    const rate = RATES[number % RATES.length] ?? 10;
    const { affiliate_id } = await accepted(
      committer.submit(openAffiliate({ ...whose, terms: terms(rate, true) })),
    );
    opened.push({ creator_id, affiliate_id });
  }
  return {
    async moment() {
      if (opened.length === 0 || !random.chance(0.3)) return;
      const change = terms(random.pick(RATES), random.chance(0.8));
      await accepted(
        committer.submit(changeAffiliate({ ...random.pick(opened), granted: true, terms: change })),
      );
    },
  };
}
