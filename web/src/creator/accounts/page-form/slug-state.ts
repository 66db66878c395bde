import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getProfileBySlug } from '#services/api/accounts/contract/accounts.ts';
import { call } from '../../../api/client.ts';
import { EC, isRefusal } from '../../../api/refusal.ts';

/** `own`: it is already the caller's; `short`: not yet a slug. */
export type SlugState = 'own' | 'short' | 'asking' | 'free' | 'taken';

const SLUG = /^[0-9A-Za-z]{5,32}$/;
const TYPING_MS = 350;

/** Whether this slug is free; the server decides when it is saved. */
export function useSlugState(slug: string, own: string): SlugState {
  const [settled] = useDebouncedValue(slug, TYPING_MS);
  const same = slug.toLowerCase() === own.toLowerCase() && own !== '';
  const worth = SLUG.test(settled) && !same;
  const { data } = useQuery({
    queryKey: ['creators', 'slug-free', settled.toLowerCase()],
    queryFn: async ({ signal }) => {
      try {
        await call(getProfileBySlug, { url_slug: settled }, { signal });
        return false;
      } catch (error) {
        if (isRefusal(error, EC.notFound)) return true;
        throw error;
      }
    },
    enabled: worth,
  });
  if (same) return 'own';
  if (!SLUG.test(slug)) return 'short';
  if (settled !== slug || data === undefined) return 'asking';
  return data ? 'free' : 'taken';
}
