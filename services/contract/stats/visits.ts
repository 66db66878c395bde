import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { businessDay, id, text, whole } from '#services/contract/fields/fields.ts';

const count = z.number().int();
/** Characters of an address. */
const MAX_ADDRESS = 2_000;

/**
 * Counts a visit of a creator's page (overview specification 7). Addresses of other pages, and people who object, are
 * answered in the same way and not counted: with `DNT: 1`, `Sec-GPC: 1`, or by their privacy settings.
 */
export const countVisit = endpoint('POST', '/api/stat/visit', {
  access: 'guest',
  body: z.object({
    /** A random text of the browser, a new one each day */
    stat_id: z.string().regex(/^[0-9A-Za-z-]{16,64}$/),
    /** Path of the page; its query is not looked at */
    uri: text(MAX_ADDRESS, 1),
    /** The page before: a path of this site, or the origin of another; empty: none */
    refer: text(MAX_ADDRESS).default(''),
  }),
  /** `is_gui` 1: the caller is a program with which people look at pages, and not a robot */
  answer: z.object({ is_gui: count }),
});

const visitedPage = z.object({
  /** `page`: the creator's page with its parts */
  kind: z.enum(['page', 'post', 'album', 'plan']),
  /** Empty for the creator's page */
  subject_id: z.union([id, z.literal('')]),
  /** Empty when it was deleted */
  title: z.string(),
  visits: count,
});
const visitsAnswer = z.object({
  /** Days with visits, oldest first. `visits`: each browser once for a page and day; `visitors`: once for the day */
  list: z.array(z.object({ date: businessDay, visits: count, visitors: count })),
  /** Of all these visits, those from other sites, and those from pages of this site */
  from_elsewhere: count,
  from_here: count,
  /** The pages with the most visits */
  pages: z.array(visitedPage),
  today: businessDay,
});
/** Visits of the own pages, without robots, the creator and the team. Two years back at most. */
export const getVisits = endpoint('GET', '/api/my/visits', {
  access: 'creator',
  right: 'stats',
  /** `days` up to today, or `from` and `to` (at most 366 days, both included). */
  query: z.object({
    days: whole(1, 366).optional(),
    from: businessDay.optional(),
    to: businessDay.optional(),
  }),
  answer: visitsAnswer,
});

export type VisitStats = z.infer<typeof visitsAnswer>;
