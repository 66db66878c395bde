import { DAY_MS, type Millis } from '#events/time.ts';

/** What twice as many people are worth: a later publication by so much. */
const DOUBLED_MS = { post: DAY_MS / 2, creator: 7 * DAY_MS } as const;

/** Each person counts once, whatever the person did and how often. */
export interface People {
  /** Who have paid for something on the platform. */
  paying: number;
  others: number;
}

/** Accounts cost nothing: those that never paid count as many as those that did, at most. */
export const countedPeople = ({ paying, others }: People): number => paying + Math.min(paying, others);

const lift = (people: People, doubled: Millis): number => doubled * Math.log2(1 + countedPeople(people));

interface PostHeat extends People {
  published_at: Millis;
  /** Posts for everybody that its creator published in the 24 hours before it. */
  earlier: number;
}

const seconds = (at: Millis): number => Math.round(at / 1000);

/**
 * Unix seconds. It does not change with time, so that a list has an index: a newer post is simply higher. Further posts
 * of one day are lower, so that nobody fills a list.
 */
export const hotPost = ({ published_at, earlier, ...people }: PostHeat): number =>
  seconds(published_at - earlier * DOUBLED_MS.post + lift(people, DOUBLED_MS.post));

interface CreatorHeat extends People {
  /** When the newest post was published; without one, when the person became a creator. */
  newest_at: Millis;
}

export const hotCreator = ({ newest_at, ...people }: CreatorHeat): number =>
  seconds(newest_at + lift(people, DOUBLED_MS.creator));
