import { Badge, Stack, Text } from '@mantine/core';
import { IconReceiptYen } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WITHDRAW_STATUS } from '#events/status.ts';
import { listMyWithdrawals, type WithdrawRecord } from '#services/contract/withdrawals/withdrawals.ts';
import { queryOf } from '../../api/queries.ts';
import { DotList } from '../../components/dot-list.tsx';
import type { Column } from '../../components/table/columns.ts';
import { TablePage } from '../../components/table/table-page.tsx';
import { useFormats } from '../../language/use-locale.ts';
import { SwitchToBank } from './switch-to-bank.tsx';

const COLORS: Readonly<Record<number, string>> = {
  [WITHDRAW_STATUS.waiting]: 'gray',
  [WITHDRAW_STATUS.success]: 'green',
  [WITHDRAW_STATUS.transferring]: 'blue',
};
const FAILED = 'red';

interface Props {
  page: number;
  perPage: number;
  /** Without it only the newest are shown. */
  onPage?: (page: number) => void;
  /** The action for an empty list. */
  action?: ReactNode;
}

/** A page of withdrawals, newest first, live. */
export function RecordList({ page, perPage, onPage, action }: Props) {
  const { t } = useTranslation(['withdrawals', 'shell']);
  const columns: Column<WithdrawRecord>[] = [
    { id: 'applied', head: t('records.time'), kind: 'time', value: ({ apply_time }) => apply_time },
    { id: 'amount', head: t('shell:table.amount'), kind: 'money', value: ({ pay_amount }) => pay_amount },
    {
      id: 'payee',
      head: t('records.payee'),
      value: ({ type_text, payee }) => (payee === '' ? type_text : `${type_text} · ${payee}`),
      cell: ({ type_text, payee }) => <DotList parts={[type_text, payee]} />,
    },
    {
      id: 'status',
      head: t('shell:table.status'),
      kind: 'status',
      value: (record) => [record.status_text, ...sentencesOf(record)].join(' '),
      cell: (record) => <Status record={record} sentences={sentencesOf(record)} />,
    },
    { id: 'number', head: t('shell:table.number'), value: ({ order_id }) => order_id, optional: true },
  ];
  const sentencesOf = ({ status, deal_error, instead_of, switched_to }: WithdrawRecord): string[] =>
    [
      deal_error,
      COLORS[status] === undefined ? t('records.again') : '',
      instead_of && t('records.insteadOf', { number: instead_of }),
      switched_to && t('records.switchedTo', { number: switched_to }),
    ].filter((sentence) => sentence !== '');
  return (
    <TablePage
      label={t('records.title')}
      columns={columns}
      rowKey={({ order_id }) => order_id}
      plain={onPage === undefined}
      queryOf={(at) => queryOf(listMyWithdrawals, { page: at, per_page: perPage })}
      perPage={perPage}
      page={page}
      onPage={onPage}
      nothing={{
        icon: <IconReceiptYen aria-hidden />,
        title: t('records.empty'),
        text: t('records.emptyText'),
        action,
      }}
      file="withdrawals"
    />
  );
}

function Status({ record, sentences }: { record: WithdrawRecord; sentences: readonly string[] }) {
  const formats = useFormats();
  const { status, status_text, status_time, apply_time, can_atb } = record;
  return (
    <Stack gap={2} align="flex-start" maw={320}>
      <Badge color={COLORS[status] ?? FAILED} styles={WRAPPED}>
        {status_text}
      </Badge>
      {status_time !== apply_time && (
        <Text className="footnote figures">{formats.dateTime(status_time)}</Text>
      )}
      {sentences.map((sentence) => (
        <Text key={sentence} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {sentence}
        </Text>
      ))}
      {can_atb === 1 && <SwitchToBank record={record} />}
    </Stack>
  );
}

/** The bank's text is a sentence. */
const WRAPPED = {
  root: { height: 'auto', paddingBlock: 4, minWidth: 0, maxWidth: 240 },
  label: { whiteSpace: 'normal' as const, lineHeight: 1.4 },
};
