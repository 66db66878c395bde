import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldRefusal } from '../../api/refusal.ts';
import { useSetFreeShipping } from '../../api/shipping.ts';
import { sentenceOf } from '../../app/queries.ts';
import { MoneyInput } from '../../components/forms/money-input.tsx';
import { Section } from '../../components/section.tsx';
import { useCreator } from '../frame/creator-guard.ts';

const AMOUNT = /^\d{1,7}(\.\d{1,2})?$/;
const MOST = 1_000_000;

const isAmount = (typed: string): boolean =>
  AMOUNT.test(typed) && Number(typed) >= 0.01 && Number(typed) <= MOST;

/** The amount of goods from which an order is sent for nothing. */
export function FreeShipping() {
  const { t } = useTranslation(['shipping', 'shell']);
  const now = useCreator()?.creator?.free_shipping_set.amount ?? '';
  const set = useSetFreeShipping();
  const [typed, setTyped] = useState<string>();
  const [wrong, setWrong] = useState(false);
  const amount = (typed ?? now).trim();
  const refused = set.error && (fieldRefusal(set.error, 'amount') ?? sentenceOf(set.error));
  const save = () => {
    if (amount !== '' && !isAmount(amount)) return setWrong(true);
    set.mutate(amount, {
      onSuccess: () => {
        setTyped(undefined);
        notifications.show({ color: 'green', message: t('freeShipping.saved') });
      },
    });
  };
  return (
    <Section title={t('freeShipping.title')} text={t('freeShipping.text')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Group align="flex-start" gap="sm" wrap="nowrap">
          <MoneyInput
            style={{ flex: '0 1 240px' }}
            label={t('freeShipping.label')}
            description={t('freeShipping.hint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={typed ?? now}
            error={wrong ? t('freeShipping.error') : (refused ?? undefined)}
            onChange={(event) => {
              setWrong(false);
              set.reset();
              setTyped(event.currentTarget.value);
            }}
          />
          <Button
            type="submit"
            variant="default"
            mt={28}
            style={{ flexShrink: 0 }}
            loading={set.isPending}
            disabled={amount === now}
          >
            {t('shell:action.save')}
          </Button>
        </Group>
      </form>
    </Section>
  );
}
