import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithdrawInfo } from '#services/contract/withdrawals/withdraw-methods.ts';
import { Fact } from '../../../components/fact.tsx';
import { Section } from '../../../components/section.tsx';
import { CurrentMethod } from './current-method.tsx';
import { WalletForm } from './wallet-form.tsx';

/** The Alipay or PayPal account: masked, or its form. */
export function WalletPart({ kind, info }: { kind: 'apy' | 'pp'; info: WithdrawInfo }) {
  const { t } = useTranslation('withdrawals-methods');
  const saved = info[kind];
  const [editing, setEditing] = useState(false);
  const canEdit = kind !== 'pp' || info.pp_offered;
  return (
    <Section title={t(`method.${kind}`)} text={t(kind === 'apy' ? 'wallet.apyText' : 'wallet.ppText')}>
      {saved !== null && !editing ? (
        <>
          <div>
            <Fact label={t('wallet.realname')}>{saved.realname}</Fact>
            <Fact label={t('wallet.account')}>{saved.account}</Fact>
          </div>
          <CurrentMethod info={info} method={kind} />
          {canEdit ? (
            <Group>
              <Button variant="default" onClick={() => setEditing(true)}>
                {t('edit')}
              </Button>
            </Group>
          ) : (
            <Text className="hint">{t('wallet.ppAbroad')}</Text>
          )}
        </>
      ) : (
        <WalletForm
          kind={kind}
          onDone={() => setEditing(false)}
          onCancel={saved === null ? undefined : () => setEditing(false)}
        />
      )}
    </Section>
  );
}
