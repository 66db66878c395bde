import { Group, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { IconCircleCheck, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type MethodKind, methodOfType } from '#events/status.ts';
import type { WithdrawInfo } from '#services/contract/withdrawals/withdraw-methods.ts';
import { ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import type { SearchState } from '../../../shell/search.ts';
import { offeredMethods, usableMethods, withdrawInfoQuery } from '../withdraw-methods.ts';
import { BankPart } from './bank-part.tsx';
import { WalletPart } from './wallet-part.tsx';

/** Search parameters of the page. */
export interface PaymentSearch {
  /** The method of the open form; by default the present one. */
  method?: MethodKind | undefined;
}

/** /setting/payment: one chooses how to be paid and fills in where (creator specification 2). */
export function PaymentPage({ search: { method }, onSearch }: SearchState<PaymentSearch>) {
  const { t } = useTranslation('withdrawals-methods');
  const query = useQuery(withdrawInfoQuery);
  return (
    <>
      <PageHead title={t('title')} text={t('text')}>
        <ButtonLink to="/withdraw" variant="light">
          {t('toWithdraw')}
        </ButtonLink>
      </PageHead>
      <Loaded
        query={query}
        skeleton={
          <Stack gap="md" maw={640}>
            <Skeleton height={40} radius="md" />
            <Skeleton height={260} radius="lg" />
          </Stack>
        }
      >
        {(info) => (
          <Methods info={info} request={method} onMethod={(chosen) => onSearch({ method: chosen })} />
        )}
      </Loaded>
    </>
  );
}

interface MethodsProps {
  info: WithdrawInfo;
  /** Of the address; one that the creator does not get is ignored. */
  request: MethodKind | undefined;
  onMethod: (method: MethodKind) => void;
}

function Methods({ info, request, onMethod }: MethodsProps) {
  const { t } = useTranslation('withdrawals-methods');
  const methods = offeredMethods(info);
  const chosen = methods.find((method) => method === request) ?? methodOfType(info.default);
  const usable = usableMethods(info).map(({ method }) => method);
  const current = usable.find((method) => method === methodOfType(info.default));
  return (
    <Stack gap="md" maw={640}>
      <SegmentedControl
        aria-label={t('methods')}
        fullWidth
        value={chosen}
        onChange={(value) => {
          const method = methods.find((one) => one === value);
          if (method !== undefined) onMethod(method);
        }}
        data={methods.map((method) => ({
          value: method,
          label: (
            <Group gap={6} wrap="nowrap" justify="center">
              {t(`method.${method}`)}
              {method === current ? (
                <IconCircleCheckFilled size={16} aria-label={t('already')} />
              ) : (
                usable.includes(method) && <IconCircleCheck size={16} aria-label={t('ready')} />
              )}
            </Group>
          ),
        }))}
      />
      {chosen === 'bank' ? <BankPart info={info} /> : <WalletPart key={chosen} kind={chosen} info={info} />}
    </Stack>
  );
}
