import { Badge, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconDownload, IconTicket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RedeemBatch } from '#services/api/redeem/contract.ts';
import { batchPages, exportAddress, type RedeemChoice, redeemHistoryQuery } from '../../api/redeem.ts';
import { Loaded } from '../../components/loaded.tsx';
import { Pages } from '../../components/pages.tsx';
import { Section } from '../../components/section.tsx';
import { Shapes } from '../../components/shapes.tsx';
import { useFormats } from '../../language/use-formats.ts';
import { BatchDrawer } from './batch-drawer.tsx';
import { nameOf } from './batch-name.ts';

interface Props {
  choice: RedeemChoice;
  page: number;
  onPage: (page: number) => void;
}

/** Every batch of codes with what became of it, newest first. */
export function BatchList({ choice, page, onPage }: Props) {
  const { t } = useTranslation('redeem');
  const query = useQuery(redeemHistoryQuery(choice, page));
  const [open, setOpen] = useState<RedeemBatch>();
  const narrowed = choice.plan_id !== undefined;
  return (
    <Section title={t('list.title')}>
      <Loaded
        query={query}
        skeleton={
          <Stack>
            <Shapes count={3} height={128} radius="md" />
          </Stack>
        }
        isEmpty={({ list }) => list.length === 0}
        empty={
          <div>
            <Text>{t(narrowed ? 'list.none' : 'list.empty')}</Text>
            {!narrowed && (
              <Text size="sm" c="dimmed">
                {t('list.emptyText')}
              </Text>
            )}
          </div>
        }
      >
        {({ list, total_count, redeem }) => (
          <Stack gap="md">
            {total_count > 1 && <Counts counts={redeem} />}
            <Stack component="ul" p={0} m={0} gap="sm" style={{ listStyle: 'none' }}>
              {list.map((batch) => (
                <BatchRow key={batch.batch_id} batch={batch} onShow={() => setOpen(batch)} />
              ))}
            </Stack>
            <Pages total={batchPages(total_count)} page={page} onPage={onPage} />
          </Stack>
        )}
      </Loaded>
      <BatchDrawer batch={open} onClose={() => setOpen(undefined)} />
    </Section>
  );
}

function BatchRow({ batch, onShow }: { batch: RedeemBatch; onShow: () => void }) {
  const { t } = useTranslation('redeem');
  const formats = useFormats();
  const name = nameOf(batch);
  return (
    <Paper withBorder p="md" radius="md" component="li">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ minWidth: 0, flex: '1 1 220px' }}>
            <Text fw={650}>{name}</Text>
            <Group gap={8}>
              <Text size="sm" c="dimmed" className="figures">
                {t('list.codes', { count: batch.num })}
              </Text>
              {batch.uses > 1 && <Badge variant="light">{t('list.usesEach', { count: batch.uses })}</Badge>}
              {batch.month > 0 && <Badge variant="light">{t('list.months', { count: batch.month })}</Badge>}
              <Text size="sm" c="dimmed" className="figures">
                {formats.dateTime(batch.create_time)}
              </Text>
              {batch.valid_until !== null && (
                <Text size="sm" c="dimmed" className="figures">
                  {t('list.until', { time: formats.dateTime(batch.valid_until) })}
                </Text>
              )}
            </Group>
          </div>
          <Group gap={8}>
            <Button
              size="xs"
              variant="light"
              leftSection={<IconTicket size={16} aria-hidden />}
              aria-label={t('list.showOf', { name })}
              onClick={onShow}
            >
              {t('list.show')}
            </Button>
            <Button
              component="a"
              href={exportAddress(batch.batch_id)}
              download
              size="xs"
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              aria-label={t('list.exportOf', { name })}
            >
              {t('list.export')}
            </Button>
          </Group>
        </Group>
        <Counts counts={batch.redeem} />
      </Stack>
    </Paper>
  );
}

/** Uses as a bar, and in words. */
function Counts({ counts }: { counts: RedeemBatch['redeem'] }) {
  const { t } = useTranslation('redeem');
  const formats = useFormats();
  const { total_count: total, used_count, pending_count, revoked_count } = counts;
  const left = total - used_count - pending_count - revoked_count;
  const share = (count: number) => (total === 0 ? 0 : (count / total) * 100);
  const parts = [
    { key: 'used', count: used_count, color: 'brand' },
    { key: 'pending', count: pending_count, color: 'orange' },
    { key: 'revoked', count: revoked_count, color: 'gray' },
  ] as const;
  return (
    <div>
      <Progress.Root size="sm" aria-hidden>
        {parts.map(({ key, count, color }) => (
          <Progress.Section key={key} value={share(count)} color={color} />
        ))}
      </Progress.Root>
      <Group gap="md" mt={6}>
        {[...parts, { key: 'left', count: left }, { key: 'total', count: total }]
          .filter(({ key, count }) => count > 0 || key === 'used' || key === 'left')
          .map(({ key, count }) => (
            <Text key={key} size="sm" className="figures">
              <Text span c="dimmed" size="sm">
                {t(`list.${key as 'used'}`)}
              </Text>{' '}
              {formats.number(count)}
            </Text>
          ))}
      </Group>
    </div>
  );
}
