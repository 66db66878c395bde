import { ActionIcon, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { deleteDraft, listDrafts } from '#services/contract/content/drafts.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { useConfirm } from '../../components/confirm.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { useLocale } from '../../language/use-locale.ts';

/** Texts that are written and not published: of new articles, and changes of published ones. */
export function DraftList() {
  const { t, formats } = useLocale(['content-article', 'content']);
  const { data } = useQuery(queryOf(listDrafts, {}));
  const remove = useCall(deleteDraft, { tells: true });
  const { confirm, dialog } = useConfirm();
  const drafts = data?.list ?? [];
  if (drafts.length === 0) return null;
  return (
    <Stack component="section" gap="sm" mb="lg" aria-labelledby="drafts">
      <Title order={2} fz="lg" id="drafts">
        {t('drafts.title')}
      </Title>
      {drafts.map(({ draft_id, post_id, title, saved_at }) => {
        const name = title || t('drafts.untitled');
        return (
          <Paper key={draft_id} withBorder p="md" component="article" aria-label={name}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Stack gap={4} style={{ minWidth: 0 }}>
                <AnchorLink
                  to="/edit/article"
                  search={post_id === '' ? { draft_id } : { post_id }}
                  c="inherit"
                  fw={650}
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {name}
                </AnchorLink>
                <Group gap="xs">
                  {post_id !== '' && <Badge color="gray">{t('drafts.change')}</Badge>}
                  <Text className="hint figures">
                    {t('draft.saved', { time: formats.dateTime(saved_at) })}
                  </Text>
                </Group>
              </Stack>
              <ActionIcon
                size={36}
                radius="xl"
                aria-label={t('drafts.delete', { title: name })}
                onClick={() =>
                  confirm({
                    text: t('drafts.deleteAsk'),
                    yes: t('content:action.delete'),
                    onYes: () => remove.mutate({ draft_id }),
                  })
                }
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Group>
          </Paper>
        );
      })}
      {dialog}
    </Stack>
  );
}
