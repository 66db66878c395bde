import { pageIn, textIn, wholeIn } from '../../../shell/search.ts';
import type { GuestsSearch } from './guests-page.tsx';

/** Reads the filters of a guest list from the address. */
export const guestsSearch = (search: Readonly<Record<string, unknown>>): GuestsSearch => ({
  plan_id: textIn(search, 'plan_id'),
  round_id: textIn(search, 'round_id'),
  status: wholeIn(search, 'status', 1, 3),
  q: textIn(search, 'q')?.slice(0, 80),
  page: pageIn(search),
});
