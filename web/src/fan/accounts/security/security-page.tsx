import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type FactorList,
  getFactors,
  removeFactors,
  removeTotp,
  renewRecoveryCodes,
  setUpTotp,
} from '#services/contract/accounts/factors.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { useConfirm } from '../../../components/confirm.tsx';
import { Fact } from '../../../components/fact.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { AccountFrame } from '../../frame/account-frame.tsx';
import { OwnData } from './own-data.tsx';
import { Passkeys } from './passkeys.tsx';
import { Programs } from './programs.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetUp } from './totp-set-up.tsx';

/** New recovery codes are recommended below this number. */
const FEW_CODES = 3;

const hasFactor = ({ totp, passkeys }: FactorList): boolean => totp || passkeys.length > 0;

const hasSeveral = ({ totp, passkeys }: FactorList): boolean => passkeys.length + Number(totp) > 1;

/** How the account is protected besides the password. */
export function SecurityPage() {
  const { t } = useLocale('accounts-security');
  const factors = useQuery(queryOf(getFactors, {}));
  /** Shown once, so kept by the page only. */
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <AccountFrame title={t('title')} text={t('text')}>
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={() => setCodes(undefined)} />
      ) : (
        <>
          <Section title={t('passkey.title')} text={t('passkey.text')}>
            <Loaded query={factors} skeleton={<Skeleton height={72} />}>
              {(list) => <Passkeys {...list} onCodes={setCodes} />}
            </Loaded>
          </Section>
          <Section title={t('totp.title')} text={t('totp.text')}>
            <Loaded query={factors} skeleton={<Skeleton height={72} />}>
              {(list) => (list.totp ? <TotpOn {...list} /> : <TotpOff onCodes={setCodes} />)}
            </Loaded>
          </Section>
          {factors.data && hasFactor(factors.data) && (
            <RecoveryState left={factors.data.recovery_code_num} onCodes={setCodes} />
          )}
          {factors.data && hasSeveral(factors.data) && <RemoveAll />}
        </>
      )}
      <Programs />
      <OwnData />
    </AccountFrame>
  );
}

interface CodesProps {
  onCodes: (codes: readonly string[]) => void;
}

function TotpOff({ onCodes }: CodesProps) {
  const { t } = useLocale('accounts-security');
  const begin = useCall(setUpTotp, { refresh: false });
  if (begin.data) return <TotpSetUp {...begin.data} onCodes={onCodes} onCancel={() => begin.reset()} />;
  return (
    <Group>
      <Button loading={begin.isPending} onClick={() => begin.mutate({})}>
        {t('totp.begin')}
      </Button>
    </Group>
  );
}

function TotpOn({ totp_since, passkeys }: FactorList) {
  const { t, formats } = useLocale('accounts-security');
  const { confirm, dialog } = useConfirm();
  const remove = useCall(removeTotp, { tells: true });
  const text = t(passkeys.length > 0 ? 'totp.removeOne' : 'totp.removeAsk');
  return (
    <Stack gap="sm">
      <Fact label={t('totp.since')}>{formats.date(totp_since)}</Fact>
      <Group>
        <Button
          variant="light"
          color="red"
          loading={remove.isPending}
          onClick={() => confirm({ text, yes: t('totp.remove'), onYes: () => remove.mutate({}) })}
        >
          {t('totp.remove')}
        </Button>
      </Group>
      {dialog}
    </Stack>
  );
}

/** After somebody else was in the account: all at once. The password stays, so nobody is locked out. */
function RemoveAll() {
  const { t } = useTranslation('accounts-security');
  const { confirm, dialog } = useConfirm();
  const remove = useCall(removeFactors, { tells: true });
  return (
    <Section title={t('all.title')} text={t('all.text')}>
      <Group>
        <Button
          variant="light"
          color="red"
          loading={remove.isPending}
          onClick={() =>
            confirm({ text: t('all.ask'), yes: t('all.remove'), onYes: () => remove.mutate({}) })
          }
        >
          {t('all.remove')}
        </Button>
      </Group>
      {dialog}
    </Section>
  );
}

/** How many recovery codes are left, and new ones. */
function RecoveryState({ left, onCodes }: CodesProps & { left: number }) {
  const { t } = useTranslation('accounts-security');
  const renew = useCall(renewRecoveryCodes, {
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
  });
  return (
    <Section title={t('recovery.title')} text={t('recovery.text')}>
      <Stack gap="sm">
        <Fact label={t('recovery.left')}>{t('recovery.count', { count: left })}</Fact>
        {left < FEW_CODES && <Text className="hint">{t('recovery.few')}</Text>}
        <Group>
          <Button variant="light" loading={renew.isPending} onClick={() => renew.mutate({})}>
            {t('recovery.renew')}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
