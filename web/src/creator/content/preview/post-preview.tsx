import {
  Alert,
  Badge,
  Group,
  Modal,
  Paper,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { POST_TYPE } from '#events/status.ts';
import { previewPost } from '#services/contract/content/drafts.ts';
import type { Post } from '#services/contract/content/posts.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { queryOf } from '../../../api/queries.ts';
import { useStudioCreatorId } from '../../../app/session.ts';
import { useAccessWords } from '../../../components/content/access/access-words.ts';
import { LinkedText } from '../../../components/content/linked-text.tsx';
import { LockedFiles } from '../../../components/content/locked-files.tsx';
import { PostFiles } from '../../../components/content/post-files.tsx';
import { RichText } from '../../../components/content/rich-text.tsx';
import { LazyVote } from '../../../components/content/votes/lazy-vote.tsx';
import { DateField } from '../../../components/forms/date-field.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { zonedSeconds } from '../../../language/zone.ts';
import { ownPlansQuery } from '../../catalog/own-plans.ts';

type Body = NonNullable<InputOf<typeof previewPost>['body']>;

interface Props {
  body: Body;
  /** Of the saved post; undefined of a new one. */
  post_id: string | undefined;
  onClose: () => void;
}

/** A post or article as others will get it: one reader, or two side by side. */
export default function PostPreview({ body, post_id, onClose }: Props) {
  const { t } = useLocale('content-preview');
  const [both, setBoth] = useState(false);
  return (
    <Modal opened onClose={onClose} title={t('title')} fullScreen>
      <Stack gap="lg" maw={both ? 1400 : 728} mx="auto">
        <Switch
          label={t('both')}
          checked={both}
          onChange={({ currentTarget }) => setBoth(currentTarget.checked)}
        />
        <SimpleGrid cols={{ base: 1, md: both ? 2 : 1 }} spacing="lg">
          <Pane body={body} post_id={post_id} first="guest" />
          {both && <Pane body={body} post_id={post_id} first="follower" />}
        </SimpleGrid>
      </Stack>
    </Modal>
  );
}

/** Readers that are the same for everybody; a plan has its id behind the kind. */
const READERS = ['guest', 'follower'] as const;

function Pane({ body, post_id, first }: Omit<Props, 'onClose'> & { first: (typeof READERS)[number] }) {
  const { t } = useLocale('content-preview');
  const [reader, setReader] = useState<string>(first);
  const plans = useQuery(ownPlansQuery(useStudioCreatorId(), 'plans')).data?.list ?? [];
  const [kind = 'guest', plan_id] = reader.split(' ');
  const as = kind === 'plan' || kind === 'past' || kind === 'follower' ? kind : 'guest';
  const [day, setDay] = useState('');
  const at = zonedSeconds(day);
  const whom: Pick<InputOf<typeof previewPost>, 'as' | 'plan_id'> = {
    as,
    ...(plan_id !== undefined && { plan_id }),
  };
  const asked = at === undefined || post_id === undefined ? { body, ...whom } : { post_id, at, ...whom };
  const query = useQuery(queryOf(previewPost, asked, { retry: false }));
  return (
    <Stack gap="md">
      <Select
        label={t('as')}
        allowDeselect={false}
        value={reader}
        onChange={(chosen) => setReader(chosen ?? first)}
        data={[
          ...READERS.map((value) => ({ value, label: t(value) })),
          ...plans.flatMap(({ plan_id: id, name }) => [
            { value: `plan ${id}`, label: t('plan', { plan: name }) },
            { value: `past ${id}`, label: t('past', { plan: name }) },
          ]),
        ]}
      />
      {post_id !== undefined && (
        <DateField withTime label={t('at')} description={t('atHint')} value={day} onChange={setDay} />
      )}
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Loaded query={query} skeleton={<Skeleton height={240} />}>
          {({ post }) => <Seen post={post} />}
        </Loaded>
      </Paper>
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
