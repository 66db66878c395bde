import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { WithdrawInfo } from '#services/contract/withdrawals/withdraw-methods.ts';
import { Fact } from '../../../components/fact.tsx';
import { CurrentMethod } from './current-method.tsx';

type Card = NonNullable<WithdrawInfo['bang']>;

/** An active card. */
export function BankCard({ card, info, onChange }: { card: Card; info: WithdrawInfo; onChange: () => void }) {
  const { t } = useTranslation('withdrawals-methods');
  return (
    <>
      <Group>
        <Badge color="green">{t('bank.status.active')}</Badge>
      </Group>
      <CardFacts card={card} />
      <CurrentMethod info={info} method="bank" />
      <Group>
        <Button variant="default" onClick={onChange}>
          {t('bank.change')}
        </Button>
      </Group>
    </>
  );
}

/** Only that it is under review (creator specification 4). */
export function ReviewedCard() {
  const { t } = useTranslation('withdrawals-methods');
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <IconClock size={22} aria-hidden style={{ flexShrink: 0 }} />
      <div>
        <Text fw={650}>{t('bank.status.reviewing')}</Text>
        <Text className="hint">{t('bank.reviewing')}</Text>
      </div>
    </Group>
  );
}

/** A card that was rejected, and why. */
export function RejectedCard({ card, onAgain }: { card: Card; onAgain: () => void }) {
  const { t } = useTranslation('withdrawals-methods');
  return (
    <>
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('bank.rejected')}>
        {t('bank.rejectedText', { remark: card.remark })}
      </Alert>
      <CardFacts card={card} />
      <Group>
        <Button onClick={onAgain}>{t('bank.again')}</Button>
      </Group>
    </>
  );
}

function CardFacts({ card }: { card: Card }) {
  const { t } = useTranslation('withdrawals-methods');
  return (
    <div>
      <Fact label={t('bank.bankName')}>{card.bank_name}</Fact>
      <Fact label={t('bank.cardNumber')}>{card.bank_acct_no}</Fact>
      <Fact label={t('bank.holder')}>{card.name}</Fact>
      <Fact label={t('bank.mobile')}>{card.mobile_number}</Fact>
    </div>
  );
}
