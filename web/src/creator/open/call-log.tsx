import { Badge } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '#services/contract/endpoint.ts';
import { listOpenCalls } from '#services/contract/open/developer.ts';
import { queryOf } from '../../api/queries.ts';
import { RowButton } from '../../components/row-button.tsx';
import { Section } from '../../components/section.tsx';
import type { Column } from '../../components/table/columns.ts';
import { TablePage } from '../../components/table/table-page.tsx';
import { useTokenName } from './token-name.ts';

type LoggedCall = DataOf<typeof listOpenCalls>['list'][number];

interface Props {
  page: number;
  onPage: (page: number) => void;
  /** Puts a call into the console. */
  onRepeat: (call: LoggedCall) => void;
}

const OK = 200;

/** The calls of the creator's programs, newest first. */
export function CallLog({ page, onPage, onRepeat }: Props) {
  const { t } = useTranslation(['open', 'shell']);
  const nameOf = useTokenName();
  const columns: Column<LoggedCall>[] = [
    { id: 'time', head: t('shell:table.time'), kind: 'time', value: ({ time }) => time },
    { id: 'call', head: t('console.call'), value: ({ name }) => name },
    {
      id: 'ec',
      head: 'ec',
      kind: 'status',
      order: ({ ec }) => ec,
      value: ({ ec }) => String(ec),
      cell: ({ ec }) => <Badge color={ec === OK ? 'green' : 'red'}>{ec}</Badge>,
    },
    { id: 'params', head: t('console.params'), kind: 'text', value: ({ params }) => params },
    {
      id: 'token',
      head: t('tokens.token'),
      value: ({ token_name: name, token_id }) => nameOf({ name, token_id }),
    },
    { id: 'ms', head: t('log.ms'), kind: 'count', value: ({ ms }) => ms },
    { id: 'bytes', head: t('log.bytes'), kind: 'count', value: ({ bytes }) => bytes, optional: true },
  ];
  return (
    <Section title={t('log.title')} text={t('log.text')}>
      <TablePage
        label={t('log.title')}
        columns={columns}
        rowKey={({ call_id }) => String(call_id)}
        actions={(call) => (
          <RowButton
            text={t('log.repeat')}
            full={t('log.repeatOf', { name: call.name })}
            onClick={() => onRepeat(call)}
          />
        )}
        queryOf={(at) => queryOf(listOpenCalls, { page: at })}
        page={page}
        onPage={onPage}
        small
        nothing={{ icon: <IconListDetails aria-hidden />, title: t('log.empty'), text: t('log.emptyText') }}
        file="api-calls"
      />
    </Section>
  );
}
