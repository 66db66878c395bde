import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listPostReports } from '#services/contract/content/post-reports.ts';
import { queryOf } from '../api/queries.ts';
import { Nothing } from '../components/collection.tsx';
import { AnchorLink, ButtonLink } from '../components/links.tsx';
import { Loaded } from '../components/loaded.tsx';
import { PageHead } from '../components/page-head.tsx';
import { useLocale } from '../language/use-locale.ts';

/** /admin/reports: posts that readers reported. */
export function ReportsPage() {
  const { t, formats } = useLocale(['staff', 'relations-blocks']);
  const query = useQuery(queryOf(listPostReports, {}));
  return (
    <>
      <PageHead title={t('reports.title')} text={t('reports.text')} />
      <Loaded query={query} height={240}>
        {({ list }) =>
          list.length === 0 ? (
            <Nothing
              nothing={{
                icon: <IconFlag aria-hidden />,
                title: t('reports.none'),
                text: t('reports.noneText'),
              }}
            />
          ) : (
            <Stack gap="sm">
              {list.map(({ post_id, title, user, count, topics, reason, report_time }) => (
                <Paper key={post_id} withBorder p="md" component="article">
                  <Group justify="space-between" align="flex-start">
                    <Stack gap={6} style={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>
                      <AnchorLink to="/p/$postId" params={{ postId: post_id }} fw={650}>
                        {title || t('reports.untitled')}
                      </AnchorLink>
                      <Text className="hint">
                        {user.name} · {t('reports.last', { time: formats.dateTime(report_time) })}
                      </Text>
                      {reason !== '' && <Text size="sm">{reason}</Text>}
                      <Group gap={6}>
                        <Badge>{t('reports.people', { count })}</Badge>
                        {topics.map((topic) => (
                          <Badge key={topic} color="gray">
                            {t(`relations-blocks:report.topics.${topic}`)}
                          </Badge>
                        ))}
                      </Group>
                    </Stack>
                    <ButtonLink
                      to="/admin/users"
                      search={{ user_id: user.user_id }}
                      size="xs"
                      variant="default"
                    >
                      {t('reports.author')}
                    </ButtonLink>
                  </Group>
                </Paper>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}
