import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { WithdrawRecord } from '#services/api/withdrawals/contract/withdrawals.ts';
import { useFormats } from '../../language/use-formats.ts';
import { SwitchToBank } from './switch-to-bank.tsx';

/** Codes of the specification: waiting 1, success 2, transferring 8; the rest did not work. */
const COLORS: Readonly<Record<number, string>> = { 1: 'gray', 2: 'green', 8: 'blue' };
const FAILED = 'red';

/** One withdrawal: how much, where to, how far it is, and what can be done when it failed. */
export function RecordCard({ record }: { record: WithdrawRecord }) {
  const { t } = useTranslation('withdraw');
  const formats = useFormats();
  const { order_id, pay_amount, apply_time, status, status_text, status_time, type_text, payee } = record;
  const color = COLORS[status] ?? FAILED;
  const failed = color === FAILED;
  const { deal_error, can_atb, switched_to, instead_of } = record;
  return (
    <Paper withBorder p="md" component="article" aria-label={t('records.number', { number: order_id })}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div style={{ minWidth: 0, flex: '1 1 200px' }}>
          <Text className="figures" fz="lg" fw={650} lh={1.3}>
            {formats.money(pay_amount)}
          </Text>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {payee === '' ? type_text : `${type_text} · ${payee}`}
          </Text>
        </div>
        <Stack gap={2} align="flex-start" style={{ minWidth: 0, maxWidth: '100%' }}>
          <Badge variant="light" color={color} size="lg" styles={WRAPPED}>
            {status_text}
          </Badge>
          {status_time !== apply_time && (
            <Text size="xs" c="dimmed" className="figures">
              {formats.dateTime(status_time)}
            </Text>
          )}
        </Stack>
      </Group>
      {failed && (
        <Text size="sm" mt="xs">
          {deal_error !== '' && <>{t('records.why', { reason: deal_error })} · </>}
          {t('records.again')}
        </Text>
      )}
      {instead_of !== '' && <Linked>{t('records.insteadOf', { number: instead_of })}</Linked>}
      {switched_to !== '' && <Linked>{t('records.switchedTo', { number: switched_to })}</Linked>}
      {can_atb === 1 && <SwitchToBank record={record} />}
      <Text size="xs" c="dimmed" className="figures" mt="xs" style={{ overflowWrap: 'anywhere' }}>
        {t('records.applied', { time: formats.dateTime(apply_time) })} ·{' '}
        {t('records.number', { number: order_id })}
      </Text>
    </Paper>
  );
}

/** What the bank says is a sentence. */
const WRAPPED = {
  root: { height: 'auto', paddingBlock: 4, maxWidth: '100%' },
  label: { whiteSpace: 'normal' as const, lineHeight: 1.4 },
};

const Linked = ({ children }: { children: string }) => (
  <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
);
