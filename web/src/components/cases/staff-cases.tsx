import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconMessageQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  closeCaseAsStaff,
  getStaffCase,
  listStaffCases,
  refundCase,
  type CaseThread as Thread,
  writeInCaseAsStaff,
} from '#services/contract/cases/cases.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { useLocale } from '../../language/use-locale.ts';
import type { SearchState } from '../../shell/search.ts';
import { Collection } from '../collection.tsx';
import { Fact } from '../fact.tsx';
import { Loaded } from '../loaded.tsx';
import { OrderNumber } from '../orders/order-number.tsx';
import { PageHead } from '../page-head.tsx';
import type { Column } from '../table/columns.ts';
import { DataTable } from '../table/data-table.tsx';
import { type CaseChoice, CaseForm } from './case-form.tsx';
import { CaseThread } from './case-thread.tsx';
import type { StaffCasesSearch } from './staff-cases-search.ts';
import { useRefundAmount } from './use-refund-amount.tsx';

const MAX_REASON_LENGTH = 200;
/** Each look is recorded: no automatic retries. */
const ONCE = { retry: false } as const;

/** What fans passed on to staff: the list, or one thread. */
export function StaffCases({ search, onSearch }: SearchState<StaffCasesSearch>) {
  const { t } = useLocale('cases');
  const { page = 1, order } = search;
  return (
    <>
      <PageHead title={t('desk.title')} text={t('desk.text')} />
      {order === undefined ? (
        <Waiting
          page={page}
          onPage={(chosen) => onSearch({ page: chosen })}
          onOpen={(chosen) => onSearch({ ...search, order: chosen })}
        />
      ) : (
        <Stack gap="md">
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconChevronLeft size={16} aria-hidden />}
              onClick={() => onSearch({ ...search, order: undefined })}
            >
              {t('desk.back')}
            </Button>
          </Group>
          <One out_trade_no={order} />
        </Stack>
      )}
    </>
  );
}

interface WaitingProps {
  page: number;
  onPage: (page: number) => void;
  onOpen: (order: string) => void;
}

function Waiting({ page, onPage, onOpen }: WaitingProps) {
  const { t } = useLocale('cases');
  const query = useQuery(queryOf(listStaffCases, { page }));
  const columns: Column<Thread>[] = [
    { id: 'plan', head: t('desk.plan'), kind: 'name', value: ({ plan_name }) => plan_name || t('custom') },
    { id: 'topic', head: t('desk.topic'), value: ({ topic }) => t(`topic.${topic}`) },
    { id: 'fan', head: t('by.fan'), kind: 'name', value: ({ fan }) => fan.name },
    { id: 'creator', head: t('by.creator'), kind: 'name', value: ({ creator }) => creator.name },
    { id: 'time', head: t('desk.opened'), kind: 'time', value: ({ create_time }) => create_time },
  ];
  return (
    <Collection
      query={query}
      page={page}
      onPage={onPage}
      nothing={{ icon: <IconMessageQuestion aria-hidden />, title: t('desk.none') }}
    >
      {({ list, total_count }) => (
        <DataTable
          label={t('desk.title')}
          columns={columns}
          rows={list}
          paged={list.length < total_count}
          rowKey={({ case_id }) => case_id}
          onOpen={({ out_trade_no }) => onOpen(out_trade_no)}
        />
      )}
    </Collection>
  );
}

function One({ out_trade_no }: { out_trade_no: string }) {
  const query = useQuery(queryOf(getStaffCase, { out_trade_no }, ONCE));
  return (
    <Loaded query={query} height={420}>
      {({ case: thread, left_today }) => <Desk thread={thread} left_today={left_today} />}
    </Loaded>
  );
}

function Desk({ thread, left_today }: { thread: Thread; left_today: string | null }) {
  const { t, formats } = useLocale('cases');
  const write = useCall(writeInCaseAsStaff, { quiet: true });
  const end = useCall(closeCaseAsStaff, { quiet: true });
  const refund = useCall(refundCase, { quiet: true });
  const { amount, request, input } = useRefundAmount(thread);
  const { may, out_trade_no, case_id, plan_name, fan, creator, waiting_amount } = thread;
  const named = { out_trade_no, case_id };
  const choices: CaseChoice[] = [];
  if (may.accept) {
    choices.push({
      label: t('action.refund', { amount: formats.money(Number(amount).toFixed(2)) }),
      done: t('done.refund'),
      doneWaiting: t('done.waits'),
      needsText: true,
      isSending: refund.isPending,
      send: (reason, after) => refund.mutate({ ...named, ...request, reason }, after),
    });
  }
  if (may.message) {
    choices.push({
      label: t('action.answer'),
      done: t('done.write'),
      needsText: true,
      isSending: write.isPending,
      send: (reason, after) => write.mutate({ ...named, reason }, after),
    });
  }
  if (may.close) {
    choices.push({
      label: t('action.close'),
      done: t('done.close'),
      needsText: true,
      color: 'red',
      isSending: end.isPending,
      send: (reason, after) => end.mutate({ ...named, reason }, after),
    });
  }
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <Title order={2} fz="lg" style={{ overflowWrap: 'anywhere' }}>
          {plan_name || t('custom')}
        </Title>
        <Stack gap={8}>
          <OrderNumber number={out_trade_no} />
          <Fact label={t('by.fan')}>{fan.name}</Fact>
          <Fact label={t('by.creator')}>{creator.name}</Fact>
        </Stack>
        <CaseThread thread={thread} isStaff />
        {choices.length > 0 && (
          <CaseForm
            label={t('desk.reason')}
            hint={t('desk.reasonHint')}
            maxLength={MAX_REASON_LENGTH}
            choices={choices}
          >
            {waiting_amount !== null && (
              <Text size="sm">{t('desk.waiting', { amount: formats.money(waiting_amount) })}</Text>
            )}
            {may.accept && input}
            {may.accept && left_today !== null && (
              <Text className="hint figures">{t('desk.left', { amount: formats.money(left_today) })}</Text>
            )}
          </CaseForm>
        )}
      </Stack>
    </Paper>
  );
}
