import { Box, Group, Progress, Stack, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { CreatorCard } from '#services/contract/catalog/creators.ts';
import cardClasses from '../../../components/catalog/creator-card.module.css';
import { useLocale } from '../../../language/use-locale.ts';
import classes from './explore.module.css';

/** How near a creator's goal is, where the list is by it; the newest posts, and what a membership costs. */
export function CardMore({
  creator: { posts, price_from, sponsor_count, goal_percent },
}: {
  creator: CreatorCard;
}) {
  const { t, formats } = useLocale('catalog-creators');
  const count = sponsor_count ?? 0;
  return (
    <>
      {goal_percent !== null && (
        <Stack gap={4} mt="sm">
          <Group justify="space-between" gap="xs">
            <Text className="footnote">{t('explore.goal')}</Text>
            <Text size="sm" fw={650} className="figures">
              {formats.percent(Math.floor(goal_percent * 1_000) / 1_000)}
            </Text>
          </Group>
          <Progress value={goal_percent * 100} size={8} radius="xl" aria-label={t('explore.goal')} />
        </Stack>
      )}
      {posts.length > 0 && (
        <Box component="ul" className={classes.posts}>
          {posts.map(({ post_id, title }) => (
            <li key={post_id}>
              <IconFileText size={14} aria-hidden />
              <Link
                to="/p/$postId"
                params={{ postId: post_id }}
                title={title}
                data-truncate="end"
                className={`${cardClasses.above} ${classes.post}`}
              >
                {title || t('explore.untitled')}
              </Link>
            </li>
          ))}
        </Box>
      )}
      {(price_from !== '' || count > 0) && (
        <Group justify="space-between" gap="xs" className={cardClasses.foot}>
          {price_from !== '' && (
            <Text size="sm" fw={600} className="figures">
              {t('explore.from', { price: formats.money(price_from) })}
            </Text>
          )}
          {count > 0 && (
            <Text component="span" className="footnote figures">
              {t('explore.sponsors', { count })}
            </Text>
          )}
        </Group>
      )}
    </>
  );
}
