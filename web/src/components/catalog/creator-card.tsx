import { Badge, Box, Group, Paper, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatorCard as Creator } from '#services/contract/catalog/creators.ts';
import { PersonPicture } from '../pictures/person-picture.tsx';
import { Picture } from '../pictures/picture.tsx';
import { categoryLabel } from './category.ts';
import classes from './creator-card.module.css';

/** A creator in a grid, leading to /a/{slug}, or to /u/{userId} without a slug (overview specification 2). */
export function CreatorCard({ creator: user, children }: { creator: Creator; children?: ReactNode }) {
  const { t } = useTranslation('shell');
  const label = categoryLabel(user.category_id);
  const place =
    user.url_slug === ''
      ? ({ to: '/u/$userId', params: { userId: user.user_id } } as const)
      : ({ to: '/a/$slug', params: { slug: user.url_slug } } as const);
  return (
    <Paper className={classes.card} withBorder>
      <Picture src={user.cover} alt="" seed={user.user_id} ratio={640 / 240} />
      <Box px="md" pb="md" className={classes.body}>
        <Group justify="space-between" align="flex-end" mt={-28} wrap="nowrap">
          <Box className={classes.face}>
            <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={56} />
          </Box>
          {label !== undefined && (
            <Badge radius="xl" style={{ flexShrink: 1 }}>
              {t(label)}
            </Badge>
          )}
        </Group>
        <Text fw={650} mt="xs" lineClamp={1}>
          <Link {...place} className={classes.name}>
            {user.name}
          </Link>
        </Text>
        <Text className="hint" lineClamp={2}>
          {user.doing}
        </Text>
        {children}
      </Box>
    </Paper>
  );
}
