import { createFileRoute, notFound, redirect } from '@tanstack/react-router';

/** `/@{slug}` forms lead to the creator's page; every other unknown path to 页面不存在. */
export const Route = createFileRoute('/$')({
  beforeLoad: ({ params }) => {
    const found = /^@([0-9A-Za-z]{1,64})(?:\/(plan|thank|album))?$/.exec(params._splat ?? '');
    const slug = found?.[1];
    if (slug === undefined) throw notFound();
    if (found?.[2] === 'plan') throw redirect({ to: '/a/$slug/plan', params: { slug } });
    if (found?.[2] === 'thank') throw redirect({ to: '/a/$slug/thank', params: { slug } });
    if (found?.[2] === 'album') throw redirect({ to: '/a/$slug/album', params: { slug } });
    throw redirect({ to: '/a/$slug', params: { slug } });
  },
});
