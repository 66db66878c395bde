import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { setFreeShipping } from '#services/contract/delivery/shipping.ts';
import { MAX_YUAN } from '#services/contract/fields/amounts.ts';
import { useCall } from '../../api/queries.ts';
import { HINT_BELOW } from '../../components/forms/hint-below.ts';
import { MoneyInput } from '../../components/forms/money-input.tsx';
import { ServerForm } from '../../components/forms/server-form.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { Section } from '../../components/section.tsx';
import { useCreator } from '../frame/creator-guard.ts';

const AMOUNT = /^\d{1,7}(\.\d{1,2})?$/;

const isAmount = (typed: string): boolean =>
  typed === '' || (AMOUNT.test(typed) && Number(typed) >= 0.01 && Number(typed) <= MAX_YUAN);

/** The amount of goods from which an order is sent for nothing. */
export function FreeShipping() {
  const { t } = useTranslation(['delivery-shipping', 'shell']);
  const now = useCreator()?.creator?.free_shipping_set.amount ?? '';
  const form = useServerForm({
    initialValues: { amount: now },
    validate: { amount: (typed) => (isAmount(typed.trim()) ? null : t('freeShipping.error')) },
    send: useCall(setFreeShipping, { quiet: true }),
    requestOf: ({ amount }) => ({ amount: amount.trim() }),
    saved: t('freeShipping.saved'),
  });
  return (
    <Section title={t('freeShipping.title')} text={t('freeShipping.text')}>
      <ServerForm form={form}>
        <Group align="flex-start" gap="sm" wrap="nowrap">
          <MoneyInput
            style={{ flex: '0 1 240px' }}
            label={t('freeShipping.label')}
            description={t('freeShipping.hint')}
            inputWrapperOrder={HINT_BELOW}
            {...form.getInputProps('amount')}
          />
          <Button
            type="submit"
            variant="default"
            mt={28}
            style={{ flexShrink: 0 }}
            loading={form.sending}
            disabled={form.values.amount.trim() === now}
          >
            {t('shell:action.save')}
          </Button>
        </Group>
      </ServerForm>
    </Section>
  );
}
