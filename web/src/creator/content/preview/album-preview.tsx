import { Alert, Badge, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { previewAlbum } from '#services/contract/content/drafts.ts';
import type { DataOf } from '#services/contract/endpoint.ts';
import { queryOf } from '../../../api/queries.ts';
import { fieldRefusal } from '../../../api/refusal.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { type Reader, useVisitor } from './visitor.tsx';

interface Props {
  album_id: string;
  onClose: () => void;
}

/** The posts of a saved album as others get them, now or at a past time. */
export default function AlbumPreview({ album_id, onClose }: Props) {
  return (
    <PreviewFrame onClose={onClose}>{(first) => <Pane album_id={album_id} first={first} />}</PreviewFrame>
  );
}

function Pane({ album_id, first }: Pick<Props, 'album_id'> & { first: Reader }) {
  const { t } = useLocale('content-preview');
  const { whom, at, fields } = useVisitor(first, t('album.atHint'));
  const asked = { album_id, ...whom, ...(at !== undefined && { at }) };
  const query = useQuery(queryOf(previewAlbum, asked, { retry: false }));
  const atRefusal = fieldRefusal(query.error, 'at');
  return (
    <Stack gap="md">
      {fields(atRefusal)}
      {atRefusal === undefined && (
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Loaded query={query} skeleton={<Skeleton height={240} />}>
            {(answer) => <Seen {...answer} />}
          </Loaded>
        </Paper>
      )}
    </Stack>
  );
}

/** What that reader gets. */
function Seen({ list, has_more }: DataOf<typeof previewAlbum>) {
  const { t } = useLocale('content-preview');
  if (list === null)
    return (
      <Alert icon={<IconEyeOff aria-hidden />} color="gray">
        {t('album.hidden')}
      </Alert>
    );
  const open = list.filter(({ has_right }) => has_right).length;
  return (
    <Stack gap="md">
      <Text fw={650}>{t('album.open', { open, count: list.length })}</Text>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {list.map(({ post_id, title, deleted, has_right }) => (
          <Group key={post_id} component="li" justify="space-between" gap="sm" wrap="nowrap">
            <Text style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {title || t(deleted ? 'album.deleted' : 'album.untitled')}
            </Text>
            <Badge color={has_right ? 'green' : 'gray'} style={{ flexShrink: 0 }}>
              {t(has_right ? 'reads' : 'locked')}
            </Badge>
          </Group>
        ))}
      </Stack>
      {has_more && <Text className="hint">{t('album.more', { count: list.length })}</Text>}
    </Stack>
  );
}
