import { Button, Group, Progress, Text } from '@mantine/core';
import { IconDownload, IconTicket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrefOf } from '#services/contract/endpoint.ts';
import { exportRedeemCodes, listRedeemBatches, type RedeemBatch } from '#services/contract/redeem/calls.ts';
import { queryOf } from '../../api/queries.ts';
import { Section } from '../../components/section.tsx';
import type { Column } from '../../components/table/columns.ts';
import { TablePage } from '../../components/table/table-page.tsx';
import { language } from '../../language/i18n.ts';
import { useLocale } from '../../language/use-locale.ts';
import { BatchDrawer } from './batch-drawer.tsx';
import { nameOf } from './batch-name.ts';

interface Props {
  /** The filters of the list; they are in the address. */
  choice: { plan_id?: string | undefined; sku_id?: string | undefined };
  page: number;
  onPage: (page: number) => void;
}

/** What can still be used. */
const leftOf = ({ total_count, ...gone }: RedeemBatch['redeem']): number =>
  Object.values(gone).reduce((left, count) => left - count, total_count);

/** Every batch of codes with what became of it, newest first. */
export function BatchList({ choice, page, onPage }: Props) {
  const { t, formats } = useLocale('redeem');
  const query = useQuery(queryOf(listRedeemBatches, { ...choice, page }));
  const [open, setOpen] = useState<RedeemBatch>();
  const narrowed = choice.plan_id !== undefined;
  const count = (
    id: 'codes' | 'uses' | 'used' | 'pending' | 'left' | 'revoked' | 'expired' | 'months',
    value: (batch: RedeemBatch) => number | null,
  ): Column<RedeemBatch> => ({ id, head: t(`list.${id}`), kind: 'count', value });
  const columns: Column<RedeemBatch>[] = [
    { id: 'name', head: t('what.plan'), kind: 'name', value: nameOf },
    count('codes', ({ num }) => num),
    count('uses', ({ uses }) => uses),
    count('used', ({ redeem }) => redeem.used_count),
    {
      ...count('left', ({ redeem }) => leftOf(redeem)),
      cell: ({ redeem }) => (
        <>
          {formats.number(leftOf(redeem))}
          {(['pending', 'revoked', 'expired'] as const).map(
            (state) =>
              redeem[`${state}_count`] > 0 && (
                <Text key={state} className="footnote amount">
                  {t(`list.${state}Count`, { count: redeem[`${state}_count`] })}
                </Text>
              ),
          )}
        </>
      ),
    },
    { ...count('pending', ({ redeem }) => redeem.pending_count), optional: true },
    { ...count('revoked', ({ redeem }) => redeem.revoked_count), optional: true },
    { ...count('expired', ({ redeem }) => redeem.expired_count), optional: true },
    { ...count('months', ({ month }) => month || null), optional: true },
    { id: 'made', head: t('list.made'), kind: 'time', value: ({ create_time }) => create_time },
    {
      id: 'until',
      head: t('make.until'),
      kind: 'time',
      value: ({ valid_until }) => valid_until,
      cell: ({ valid_until }) => (valid_until === null ? t('list.noExpiry') : formats.dateTime(valid_until)),
      words: ({ valid_until }) => (valid_until === null ? t('list.noExpiry') : formats.fileTime(valid_until)),
    },
  ];
  return (
    <Section title={t('list.title')}>
      {query.data !== undefined && query.data.total_count > 1 && <Counts counts={query.data.redeem} />}
      <TablePage
        label={t('list.title')}
        columns={columns}
        rowKey={({ batch_id }) => batch_id}
        onOpen={setOpen}
        openLabel={(batch) => t('list.showOf', { name: nameOf(batch) })}
        actions={(batch) => (
          <Button
            component="a"
            href={hrefOf(exportRedeemCodes, { batch_id: batch.batch_id, lang: language() })}
            download
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            aria-label={t('list.exportOf', { name: nameOf(batch) })}
          >
            {t('list.export')}
          </Button>
        )}
        queryOf={(at) => queryOf(listRedeemBatches, { ...choice, page: at })}
        page={page}
        onPage={onPage}
        nothing={{
          icon: <IconTicket aria-hidden />,
          title: t(narrowed ? 'list.none' : 'list.empty'),
          ...(!narrowed && { text: t('list.emptyText') }),
        }}
        small
        file="redeem-codes"
      />
      <BatchDrawer batch={open} onClose={() => setOpen(undefined)} />
    </Section>
  );
}

/** Uses as a bar, and in words. */
function Counts({ counts }: { counts: RedeemBatch['redeem'] }) {
  const { t, formats } = useLocale('redeem');
  const { total_count: total, used_count, pending_count, revoked_count, expired_count } = counts;
  const share = (count: number) => (total === 0 ? 0 : (count / total) * 100);
  const parts = [
    { key: 'used', count: used_count, color: 'brand' },
    { key: 'pending', count: pending_count, color: 'orange' },
    { key: 'revoked', count: revoked_count, color: 'gray' },
    { key: 'expired', count: expired_count, color: 'gray' },
  ] as const;
  return (
    <div>
      <Progress.Root size="sm" aria-hidden>
        {parts.map(({ key, count, color }) => (
          <Progress.Section key={key} value={share(count)} color={color} />
        ))}
      </Progress.Root>
      <Group gap="md" mt={6}>
        {[...parts, { key: 'left', count: leftOf(counts) }, { key: 'total', count: total }]
          .filter(({ key, count }) => count > 0 || key === 'used' || key === 'left')
          .map(({ key, count }) => (
            <Text key={key} size="sm" className="figures">
              <Text span className="hint">
                {t(`list.${key as 'used'}`)}
              </Text>{' '}
              {formats.number(count)}
            </Text>
          ))}
      </Group>
    </div>
  );
}
