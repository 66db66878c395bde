import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CARD_STATUS } from '#events/status.ts';
import type { WithdrawInfo } from '#services/contract/withdrawals/withdraw-methods.ts';
import { Section } from '../../../components/section.tsx';
import { BankCode } from './bank-code.tsx';
import { BankForm } from './bank-form.tsx';
import { ChangeBankForm } from './change-bank-form.tsx';
import { IdentityBankForm } from './identity-bank-form.tsx';
import { BankCard, RejectedCard, ReviewedCard } from './saved-card.tsx';
import type { SentCode } from './sent-code.ts';

type Doing = 'nothing' | 'entering' | 'identifying';

/** The bank card in all its states, and its two steps (creator specification 4). */
export function BankPart({ info }: { info: WithdrawInfo }) {
  const { t } = useTranslation('withdrawals-methods');
  const [doing, setDoing] = useState<Doing>('nothing');
  const [onItsWay, setOnItsWay] = useState<SentCode>();
  const status = info.bang?.status;
  const sent = (code: SentCode) => {
    setOnItsWay(code);
    setDoing('nothing');
  };
  const enter = () => setDoing('entering');
  const leave = () => setDoing('nothing');
  if (info.bank_code_awaited && doing === 'nothing') {
    return (
      <>
        <Section title={t('bank.code')} text={t('bank.step', { step: 2 })}>
          <BankCode
            mobile={info.bank_code_mobile}
            onItsWay={onItsWay}
            onResent={setOnItsWay}
            onBack={enter}
          />
        </Section>
        {/* The present card stays until another one is verified. */}
        {info.bang !== null && status === CARD_STATUS.active && (
          <Section title={t('method.bank')}>
            <BankCard card={info.bang} info={info} onChange={enter} />
          </Section>
        )}
      </>
    );
  }
  if (info.bang !== null && status === CARD_STATUS.reviewing) {
    return (
      <Section title={t('method.bank')}>
        <ReviewedCard />
      </Section>
    );
  }
  const shown = status === CARD_STATUS.active || status === CARD_STATUS.rejected;
  if (info.bang !== null && shown && doing === 'nothing') {
    return (
      <Section title={t('method.bank')} text={t('bank.text')}>
        {status === CARD_STATUS.active ? (
          <BankCard card={info.bang} info={info} onChange={enter} />
        ) : (
          <RejectedCard card={info.bang} onAgain={enter} />
        )}
      </Section>
    );
  }
  if (doing === 'identifying') {
    return (
      <Section title={t('identity.title')} text={t('bank.step', { step: 1 })}>
        <IdentityBankForm onSent={sent} onWithout={enter} />
      </Section>
    );
  }
  const changing = status === CARD_STATUS.active;
  return (
    <Section
      title={t(changing ? 'bank.enterChange' : 'bank.enter')}
      text={t('bank.step', { step: 1 })}
      aside={
        info.show_bind_syz === 1 && (
          <Button variant="subtle" size="xs" onClick={() => setDoing('identifying')}>
            {t('bank.withIdentity')}
          </Button>
        )
      }
    >
      {changing ? (
        <ChangeBankForm onSent={sent} onCancel={leave} />
      ) : (
        <BankForm onSent={sent} onCancel={shown || info.bank_code_awaited ? leave : undefined} />
      )}
    </Section>
  );
}
