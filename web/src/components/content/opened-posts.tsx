import { Stack, Text } from '@mantine/core';
import { IconLockOpen } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Opened } from '#services/contract/content/opened.ts';
import { AnchorLink } from '../links.tsx';

/** Before a purchase: how many posts it opens, and the titles of the newest. */
export function WillOpen({ opens: { post_count, posts } }: { opens: Opened }) {
  const { t } = useTranslation('content-opened');
  if (post_count === 0) return null;
  const titles = posts.flatMap(({ title }) => (title === '' ? [] : [t('named', { title })]));
  return (
    <Text className="hint figures" style={{ overflowWrap: 'anywhere' }}>
      <IconLockOpen size={14} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
      {[t('willOpen', { count: post_count }), ...titles].join(' · ')}
    </Text>
  );
}

/** After a purchase: links to the posts. */
export function OpenedPosts({ opens: { post_count, posts } }: { opens: Opened }) {
  const { t } = useTranslation('content-opened');
  if (post_count === 0) return null;
  return (
    <Stack component="section" gap={6} aria-label={t('title')}>
      <Text fw={650} className="figures">
        {t('opens', { count: post_count })}
      </Text>
      {posts.map(({ post_id, title }) => (
        <AnchorLink
          key={post_id}
          to="/p/$postId"
          params={{ postId: post_id }}
          style={{ overflowWrap: 'anywhere' }}
        >
          {title === '' ? t('untitled') : title}
        </AnchorLink>
      ))}
      {post_count > posts.length && <Text className="hint figures">{t('more', { count: post_count })}</Text>}
    </Stack>
  );
}
