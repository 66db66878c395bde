import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { profileQuery } from '../app/session.ts';

/** Marks a route as login-required; read by `needsSession`. */
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** `kept`: also guests may come, but a session that ends here leads to /login (overview specification 8). */
    session?: 'required' | 'kept';
    /** Shown without header, footer and tabs: in a frame of another site, or in a streaming program. */
    bare?: true;
  }
}

export const sessionRequired = { session: 'required' } as const;

interface Entering {
  context: { queryClient: QueryClient };
  location: { href: string };
}

/**
 * `beforeLoad` of a login-required route: a guest goes to /login, which leads back here (overview specification 2,
 * route behaviour).
 */
export async function signedIn({ context, location }: Entering): Promise<void> {
  const profile = await context.queryClient.ensureQueryData(profileQuery);
  if (profile === null) throw redirect({ to: '/login', search: { back: location.href } });
}

/** The guard of login-required routes without their own. */
export const signedInPage = { staticData: sessionRequired, beforeLoad: signedIn } as const;

type Guarded = { staticData: { session?: 'required' | 'kept' } };

export const needsSession = (matches: readonly Guarded[]): boolean =>
  matches.some((match) => match.staticData.session !== undefined);

/** Pages that lead on to `back`: none of them is a way back itself. */
const SIGN_IN = /^\/(login|reg|forgot)\b/;

/** Only a path of this site is a way back; anything else could lead people away, and leads to `home`. */
export const wayBack = (back: string | undefined, home = '/'): string =>
  back?.startsWith('/') === true && !/^\/[/\\]/.test(back) && !SIGN_IN.test(back) ? back : home;
