import { Alert, Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconClock, IconEyeOff, IconPencil } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { POST_STATUS } from '#events/status.ts';
import type { Post } from '#services/contract/content/posts.ts';
import { actFor } from '../../app/acting-creator.ts';
import { useStudioCreatorId } from '../../app/session.ts';
import { AccessDialog } from '../../components/content/access/access-dialog.tsx';
import { useAccessWords } from '../../components/content/access/access-words.ts';
import { editorOf } from '../../components/content/post-editor.ts';
import { PostMenu } from '../../components/content/post-menu.tsx';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { useLocale } from '../../language/use-locale.ts';

const NOTICES = {
  [POST_STATUS.scheduled]: { key: 'scheduled', icon: IconClock },
  [POST_STATUS.draft]: { key: 'draft', icon: IconPencil },
  [POST_STATUS.hidden]: { key: 'hidden', icon: IconEyeOff },
} as const;

/** For its creator: who can read the post, how many that are, its state, and its actions. */
export default function OwnerPart({ post }: { post: Post }) {
  const { t, formats } = useLocale(['content', 'relations']);
  const words = useAccessWords();
  const navigate = useNavigate();
  // A member of the team edits it in the studio of the creator.
  const isOpen = useStudioCreatorId() === post.user.user_id;
  const { post_id, status, readers, is_public, mark_count } = post;
  const [asking, setAsking] = useState(false);
  const published = status === POST_STATUS.normal || status === POST_STATUS.hidden;
  const notice = status in NOTICES ? NOTICES[status as keyof typeof NOTICES] : undefined;
  return (
    <Stack gap="sm">
      {notice && (
        <Alert
          icon={<notice.icon aria-hidden />}
          title={t(`status.${notice.key}`, { time: formats.dateTime(post.publish_time) })}
        >
          {t(`status.${notice.key}Text`)}
        </Alert>
      )}
      <Paper withBorder p="md">
        <Group justify="space-between" gap="sm">
          <Stack gap={2} flex="1 1 220px" className="figures">
            <Text size="sm" fw={650}>
              {words.readableBy(post)}
            </Text>
            {readers !== null && !is_public && post.audience !== 'self' && (
              <Text size="sm">{t('readers', { count: readers })}</Text>
            )}
            {mark_count !== null && mark_count > 0 && (
              <Text size="sm">{t('relations:collectors', { count: mark_count })}</Text>
            )}
            {words.opening(post).map((opening) => (
              <Text key={opening} size="sm">
                {opening}
              </Text>
            ))}
            <Group gap="md">
              <Anchor component="button" type="button" size="sm" onClick={() => setAsking(true)}>
                {t('access.who')}
              </Anchor>
              {isOpen && published && (
                <AnchorLink to="/proof" search={{ post_id }} size="sm">
                  {t('access.proof')}
                </AnchorLink>
              )}
            </Group>
            <AccessDialog post_id={post_id} askWhom opened={asking} onClose={() => setAsking(false)} />
          </Stack>
          {isOpen ? (
            <Group gap="xs" wrap="nowrap">
              <ButtonLink
                to={editorOf(post)}
                search={{ post_id }}
                variant="default"
                leftSection={<IconPencil size={18} aria-hidden />}
              >
                {t('action.edit')}
              </ButtonLink>
              <PostMenu post={post} onDeleted={() => void navigate({ to: '/dashboard/posts' })} />
            </Group>
          ) : (
            <Button
              variant="default"
              onClick={() => actFor(post.user.user_id, `${editorOf(post)}?post_id=${post_id}`)}
            >
              {t('action.edit')}
            </Button>
          )}
        </Group>
      </Paper>
    </Stack>
  );
}
