import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { untilLoaded } from '../../../app/load-part.ts';
import { useProfile } from '../../../app/session.ts';

interface Props {
  user_id: string;
  name: string;
  /** The menu is one of a post of that person. */
  post_id?: string;
}

const PersonMenu = lazy(() =>
  untilLoaded(() => import('./person-menu.tsx')).then(({ PersonMenu }) => ({ default: PersonMenu })),
);

/** What a signed-in person can do about another one. Guests, and people on their own page, load nothing of it. */
export function LazyPersonMenu(props: Props) {
  const own = useProfile()?.user.user_id;
  if (own === undefined || own === props.user_id) return null;
  return (
    <Suspense fallback={<Skeleton circle height={36} />}>
      <PersonMenu {...props} />
    </Suspense>
  );
}
