import { Checkbox, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import { Section } from '../../../../components/section.tsx';
import type { PlanForm } from '../use-plan-form.ts';

const MAX_CODE_LENGTH = 40;

/** The questions to the buyer, and whether a hidden plan can be bought. */
export function BuyerSection({ form, hasCode }: { form: PlanForm; hasCode: boolean }) {
  const { t } = useTranslation(['catalog-editor', 'catalog-selling']);
  const { product_type, asks_remark, needs_code } = form.values;
  const flag = (
    name: 'need_address' | 'can_buy_hide' | 'asks_remark' | 'config.remark_required' | 'needs_code',
  ) => form.getInputProps(name, { type: 'checkbox' });
  return (
    <Section title={t('buyer.title')}>
      {product_type === PRODUCT_TYPE.sponsorship && (
        <Switch label={t('buyer.address')} description={t('buyer.addressHint')} {...flag('need_address')} />
      )}
      <Switch
        label={t('buyer.remark')}
        description={t(product_type === PRODUCT_TYPE.ticket ? 'buyer.remarkHintTickets' : 'buyer.remarkHint')}
        {...flag('asks_remark')}
      />
      {asks_remark && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <TextInput
              label={t('buyer.remarkName')}
              placeholder={t('buyer.remarkNameSample')}
              maxLength={30}
              {...form.getInputProps('config.remark_name')}
            />
            <TextInput
              label={t('buyer.remarkPlaceholder')}
              placeholder={t('buyer.remarkPlaceholderSample')}
              maxLength={60}
              {...form.getInputProps('config.remark_placeholder')}
            />
          </SimpleGrid>
          <Checkbox label={t('buyer.remarkRequired')} {...flag('config.remark_required')} />
        </>
      )}
      <Switch
        label={t('catalog-selling:invite.on')}
        description={t('catalog-selling:invite.onHint')}
        {...flag('needs_code')}
      />
      {needs_code && (
        <TextInput
          label={t('catalog-selling:invite.code')}
          description={t(hasCode ? 'catalog-selling:invite.kept' : 'catalog-selling:invite.codeHint')}
          maw={{ base: '100%', xs: 320 }}
          maxLength={MAX_CODE_LENGTH}
          autoComplete="off"
          {...form.getInputProps('invite_code')}
        />
      )}
      <Switch label={t('list.buyable')} description={t('buyer.hiddenHint')} {...flag('can_buy_hide')} />
    </Section>
  );
}
