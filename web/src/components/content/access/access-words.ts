import type { TFunction } from 'i18next';
import type { Post } from '#services/contract/content/posts.ts';
import type { Formats } from '../../../language/format.ts';
import { useLocale } from '../../../language/use-locale.ts';

/** The terms of access that have words. */
export type Terms = Pick<Post, 'audience' | 'audience_price' | 'plan_ids' | 'skus' | 'window'>;

/** Who can read, by kind: posts that name plans, products, or both differ. */
export type Whom = 'all' | 'self' | 'members' | 'price' | 'plans' | 'items' | 'named';

/** The kind of readers of these terms. */
export function whomOf({ audience, plan_ids, skus }: Terms): Whom {
  if (audience !== 'named') return audience;
  if (skus.length === 0) return 'plans';
  return plan_ids.length === 0 ? 'items' : 'named';
}

const CENTS = /\.00(?=\D|$)/;

/** The terms of a post in words. */
export function useAccessWords() {
  const { t, formats } = useLocale('content');
  return accessWords(t, formats);
}

/** The same outside of a component. */
export function accessWords(t: TFunction<'content'>, formats: Formats) {
  function whom(terms: Terms): string {
    const kind = whomOf(terms);
    if (kind === 'all' || kind === 'self') return t(`whom.${kind}`);
    // In a sentence whole yuan are shorter: ¥30.
    const price = formats.money(terms.audience_price || '0').replace(CENTS, '');
    return t(`whom.${kind}.${terms.window}`, { price });
  }

  return {
    /** `¥30 及以上的会员可读`, `For members from ¥30 a month` */
    readableBy: (terms: Terms): string =>
      terms.audience === 'self' ? t('onlySelf') : t('readable', { whom: whom(terms) }),
    /** One sentence for people who cannot read it. Chinese has a space before an amount. */
    why: (terms: Terms): string => t('unlock.why', { whom: whom(terms) }).replace('对¥', '对 ¥'),
    /** When it opens for everybody; empty: never, or it is open. */
    opening({ opens, goal_id, is_public }: Pick<Post, 'opens' | 'goal_id' | 'is_public'>): string[] {
      if (is_public) return [];
      const { time = 0, goal_percent = null } = opens ?? {};
      // Rounded down: 100 % is shown for reached goals only.
      const percent = goal_percent === null ? '' : formats.percent(Math.floor(goal_percent * 100) / 100);
      return [
        ...(time > 0 ? [t('opens.time', { time: formats.dateTime(time) })] : []),
        ...(percent !== '' ? [t('opens.goal', { percent })] : []),
        ...(percent === '' && goal_id !== '' ? [t('opens.goalLater')] : []),
      ];
    },
  };
}
