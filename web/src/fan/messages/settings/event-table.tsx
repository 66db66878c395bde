import { Checkbox, NativeSelect, Table, Text } from '@mantine/core';
import { editNotifyConfig, type NotifyConfig } from '#services/contract/messages/notify-config.ts';
import { CHANNELS, type Channel } from '#services/contract/messages/notify-events.ts';
import { useCall } from '../../../api/queries.ts';
import { useLocale } from '../../../language/use-locale.ts';
import classes from './event-table.module.css';

type EventRow = NotifyConfig['events'][number];

/** Events and channels. A duty is checked, and cannot be changed. */
export function EventTable({ config }: { config: NotifyConfig }) {
  const { t } = useLocale('messages-settings');
  return (
    <Table className={classes.table} verticalSpacing="sm" horizontalSpacing={0}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('events.event')}</Table.Th>
          {CHANNELS.map((channel) => (
            <Table.Th key={channel} className={classes.channel}>
              {t(`channel.${channel}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {config.events.map((row) => (
          <Table.Tr key={row.event}>
            <Table.Th scope="row" className={classes.event}>
              <Text fw={600} fz="sm">
                {t(`event.${row.event}.name`)}
              </Text>
              <Text className="hint" fw={400}>
                {t(`event.${row.event}.text`)}
              </Text>
              {row.event === 'new_sale' && config.new_sale !== 'never' && (
                <SaleTimes value={config.new_sale} />
              )}
            </Table.Th>
            {CHANNELS.map((channel) => (
              <Table.Td key={channel} className={classes.channel}>
                <Cell row={row} channel={channel} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Cell({ row: { event, ...row }, channel }: { row: EventRow; channel: Channel }) {
  const { t } = useLocale('messages-settings');
  const edit = useCall(editNotifyConfig, { tells: true, scope: { id: editNotifyConfig.path } });
  const pending = edit.isPending ? edit.variables.events?.[0]?.[channel] : undefined;
  const isFixed = row[channel] === 'always';
  if (row[channel] === 'never') return <span aria-hidden>—</span>;
  const label = t('cell', { event: t(`event.${event}.name`), channel: t(`channel.${channel}`) });
  return (
    <Checkbox
      aria-label={isFixed ? t('always', { cell: label }) : label}
      checked={pending === undefined ? row[channel] !== 'off' : pending === true}
      disabled={isFixed}
      classNames={{ body: classes.middle ?? '' }}
      onChange={({ currentTarget: { checked } }) => edit.mutate({ events: [{ event, [channel]: checked }] })}
    />
  );
}

/** Of each sale, or once a day. */
function SaleTimes({ value }: { value: 'each' | 'daily' }) {
  const { t } = useLocale('messages-settings');
  const edit = useCall(editNotifyConfig, { tells: true, scope: { id: editNotifyConfig.path } });
  return (
    <NativeSelect
      mt={6}
      maw={240}
      aria-label={t('sales.label')}
      value={(edit.isPending && edit.variables.new_sale) || value}
      data={[
        { value: 'each', label: t('sales.each') },
        { value: 'daily', label: t('sales.daily') },
      ]}
      onChange={({ currentTarget }) =>
        edit.mutate({ new_sale: currentTarget.value === 'daily' ? 'daily' : 'each' })
      }
    />
  );
}
