import { Group, Radio, Stack, Text } from '@mantine/core';
import {
  IconBrandAlipay,
  IconBrandPaypal,
  IconBrandWechat,
  IconBuildingBank,
  IconCreditCard,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../shell/config-query.ts';
import { type PayMethod, usePayMethods } from './pay-methods.ts';

const ICONS = {
  apy: IconBrandAlipay,
  wpy: IconBrandWechat,
  pp: IconBrandPaypal,
  bank: IconBuildingBank,
  strp: IconCreditCard,
} as const satisfies Record<PayMethod, unknown>;

/** Why there is no way to pay. */
const MISSING = {
  no_provider: 'pay.none',
  abroad_only: 'pay.abroadOnly',
  not_granted: 'pay.noneOfYours',
} as const;

/** The method for an order: the chosen one, else the first. */
export function usePayChoice() {
  const { t } = useTranslation('orders-checkout');
  const methods = usePayMethods();
  const refusal = useQuery(configQuery).data?.buy_refusal || 'not_granted';
  const [chosen, choose] = useState<PayMethod>();
  const method = chosen ?? methods?.[0];
  return {
    methods: methods ?? [],
    method,
    choose,
    /** Of an order. */
    input: method === undefined ? {} : { py_type: method },
    /** Why nothing can be ordered. */
    missing: methods?.length === 0 ? t(MISSING[refusal]) : undefined,
  };
}

/** The ways to pay; a single one is only named. */
export function PayChoice({ choice }: { choice: ReturnType<typeof usePayChoice> }) {
  const { t } = useTranslation('orders-checkout');
  const { methods, method, choose } = choice;
  if (methods.length === 0) return null;
  if (methods.length === 1) {
    return (
      <Group gap={6}>
        <Text size="sm">{t('pay.title')}</Text>
        {methods.map((one) => (
          <MethodName key={one} method={one} />
        ))}
      </Group>
    );
  }
  return (
    <Radio.Group
      label={t('pay.title')}
      value={method ?? null}
      onChange={(value) => choose(methods.find((one) => one === value))}
    >
      <Stack gap={8} mt={6}>
        {methods.map((one) => (
          <Radio key={one} value={one} label={<MethodName method={one} />} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function MethodName({ method }: { method: PayMethod }) {
  const { t } = useTranslation('orders-checkout');
  const Icon = ICONS[method];
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <Icon size={18} aria-hidden />
      <span>{t(`pay.${method}`)}</span>
    </Group>
  );
}
