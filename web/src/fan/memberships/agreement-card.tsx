import { Alert, Badge, Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { Agreement } from '#services/contract/memberships/calls.ts';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { useLocale } from '../../language/use-locale.ts';

interface Props {
  agreement: Agreement;
  ending: boolean;
  onEnd: () => void;
}

/** One agreement: what is charged and when, a payment that failed, or why it ended. */
export function AgreementCard({ agreement, ending, onEnd }: Props) {
  const { t, formats } = useLocale('memberships-renewals');
  const { name, user, amount, months, ended_time, end_reason, next_charge_time } = agreement;
  return (
    <Paper withBorder p="md" component="article">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ flex: '1 1 240px', minWidth: 0 }}>
          <Group gap={8}>
            <Title order={2} fz="md">
              {name}
            </Title>
            {ended_time !== null && <Badge color="gray">{t('ended')}</Badge>}
          </Group>
          <AnchorLink to="/u/$userId" params={{ userId: user.user_id }} size="sm">
            {user.name}
          </AnchorLink>
          <Text mt={6} className="figures">
            {t(months === 1 ? 'monthly' : 'terms', { amount: formats.money(amount), count: months })}
          </Text>
          {end_reason === '' ? (
            next_charge_time !== null && (
              <Text className="hint figures">{t('next', { time: formats.dateTime(next_charge_time) })}</Text>
            )
          ) : (
            <Text className="hint figures">
              {t(`reason.${end_reason}`)} {formats.dateTime(ended_time ?? 0)}
            </Text>
          )}
        </div>
        {ended_time === null && (
          <Button variant="default" size="xs" loading={ending} onClick={onEnd}>
            {t('end')}
          </Button>
        )}
      </Group>
      {ended_time === null && agreement.failed > 0 && (
        <Alert color="orange" mt="sm" icon={<IconAlertCircle aria-hidden />} title={t('failed.title')}>
          <Text size="sm">{t('failed.text')}</Text>
          <ButtonLink size="xs" mt="xs" to="/cashier" search={{ out_trade_no: agreement.open_order }}>
            {t('failed.pay')}
          </ButtonLink>
        </Alert>
      )}
      {agreement.last_order !== '' && (
        <AnchorLink to="/dashboard/order/$outTradeNo" params={{ outTradeNo: agreement.last_order }} size="sm">
          {t('last')}
        </AnchorLink>
      )}
    </Paper>
  );
}
