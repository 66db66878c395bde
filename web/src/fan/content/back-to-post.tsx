import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/links.tsx';

/** The way back to the post for which something was bought. The address carries it from page to page. */
export function BackToPost({ done }: { done: boolean }) {
  const { t } = useTranslation('content');
  const { post_id } = useSearch({ strict: false });
  if (post_id === undefined) return null;
  return (
    <ButtonLink to="/p/$postId" params={{ postId: post_id }} variant={done ? 'filled' : 'default'}>
      {t('page.backTo')}
    </ButtonLink>
  );
}
