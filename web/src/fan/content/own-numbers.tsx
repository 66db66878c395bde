import { Group } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { POST_STATUS } from '#events/status.ts';
import { listOwnPosts } from '#services/contract/content/post-lists.ts';
import { queryOf } from '../../api/queries.ts';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';

const COUNTED = [
  { name: 'published', status: POST_STATUS.normal },
  { name: 'scheduled', status: POST_STATUS.scheduled },
  { name: 'draft', status: POST_STATUS.draft },
  { name: 'hidden', status: POST_STATUS.hidden },
] as const;

/** For the creator: how many posts there are by status, and the way to write one. */
export default function OwnNumbers() {
  const { t } = useTranslation('content');
  const counts = useQueries({
    queries: COUNTED.map(({ status }) => queryOf(listOwnPosts, { status, per_page: 1 })),
  });
  const words = COUNTED.flatMap(({ name }, index) => {
    const count = counts[index]?.data?.total_count ?? 0;
    return count > 0 ? [t(`list.${name}`, { count })] : [];
  });
  return (
    <Group gap="sm">
      {words.length > 0 && (
        <AnchorLink to="/dashboard/posts" size="sm" className="figures">
          {words.join(' · ')}
        </AnchorLink>
      )}
      <ButtonLink to="/compose" leftSection={<IconPencilPlus size={18} aria-hidden />}>
        {t('list.write')}
      </ButtonLink>
    </Group>
  );
}
