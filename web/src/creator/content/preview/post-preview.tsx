import { Alert, Badge, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { POST_TYPE } from '#events/status.ts';
import { previewPost } from '#services/contract/content/drafts.ts';
import type { Post } from '#services/contract/content/posts.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { queryOf } from '../../../api/queries.ts';
import { fieldRefusal } from '../../../api/refusal.ts';
import { useAccessWords } from '../../../components/content/access/access-words.ts';
import { LinkedText } from '../../../components/content/linked-text.tsx';
import { LockedFiles } from '../../../components/content/locked-files.tsx';
import { PostFiles } from '../../../components/content/post-files.tsx';
import { RichText } from '../../../components/content/rich-text.tsx';
import { LazyVote } from '../../../components/content/votes/lazy-vote.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { type Reader, useVisitor } from './visitor.tsx';

type Body = NonNullable<InputOf<typeof previewPost>['body']>;

interface Props {
  body: Body;
  /** Of the saved post; undefined of a new one. */
  post_id: string | undefined;
  onClose: () => void;
}

/** A post or article as others will get it: one reader, or two side by side. */
export default function PostPreview({ body, post_id, onClose }: Props) {
  return (
    <PreviewFrame onClose={onClose}>
      {(first) => <Pane body={body} post_id={post_id} first={first} />}
    </PreviewFrame>
  );
}

function Pane({ body, post_id, first }: Omit<Props, 'onClose'> & { first: Reader }) {
  const { t } = useLocale('content-preview');
  const { whom, at, fields } = useVisitor(first, post_id === undefined ? undefined : t('atHint'));
  const asked = at === undefined || post_id === undefined ? { body, ...whom } : { post_id, at, ...whom };
  const query = useQuery(queryOf(previewPost, asked, { retry: false }));
  const atRefusal = fieldRefusal(query.error, 'at');
  return (
    <Stack gap="md">
      {fields(atRefusal)}
      {atRefusal === undefined && (
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Loaded query={query} skeleton={<Skeleton height={240} />}>
            {({ post }) => <Seen post={post} />}
          </Loaded>
        </Paper>
      )}
    </Stack>
  );
}

/** What that reader gets. */
function Seen({ post }: { post: Post | null }) {
  const { t, formats } = useLocale('content-preview');
  const words = useAccessWords();
  if (post === null)
    return (
      <Alert icon={<IconEyeOff aria-hidden />} color="gray">
        {t('hidden')}
      </Alert>
    );
  const { post_id, type, title, content, rich, has_right, preview_text, files } = post;
  const plain = has_right ? content : preview_text;
  return (
    <Stack gap="md">
      <Badge color={has_right ? 'green' : 'gray'} style={{ alignSelf: 'start' }}>
        {t(has_right ? 'reads' : 'locked')}
      </Badge>
      {type === POST_TYPE.article && <Title order={2}>{title || t('noTitle')}</Title>}
      {rich === '' ? (
        plain !== '' && <LinkedText text={plain} />
      ) : (
        <RichText rich={rich} post_id={post_id} can_copy={false} title={title} files={files} />
      )}
      {has_right ? <PostFiles post={post} /> : <LockedFiles post={post} />}
      <LazyVote post={post} previewed />
      {!has_right && (
        <Paper withBorder p="md">
          <Text fw={650}>{words.why(post)}</Text>
          {post.ways.map(({ plan_id, sku_id, name, price }) => (
            <Group key={`${plan_id} ${sku_id}`} justify="space-between" gap="sm">
              <Text size="sm">{name}</Text>
              <Text size="sm" className="figures">
                {formats.money(price)}
              </Text>
            </Group>
          ))}
        </Paper>
      )}
    </Stack>
  );
}
