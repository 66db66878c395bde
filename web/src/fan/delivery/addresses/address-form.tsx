import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MAINLAND } from '#events/destinations.ts';
import { MAX_LINES } from '#services/contract/delivery/address-input.ts';
import type { Address } from '#services/contract/delivery/addresses.ts';
import { countryOptions } from '../../../components/delivery/country.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { FieldsAbroad } from './fields-abroad.tsx';
import type { nowhere } from './place.ts';
import { RegionSelect } from './region-select.tsx';
import { useAddressForm } from './use-address-form.ts';

interface Props {
  /** The address to be changed; undefined for a new one. */
  address: Address | undefined;
  onSaved: (address: Address) => void;
  onCancel: () => void;
}

/** The recipient and the place. */
export function AddressForm({ address, onSaved, onCancel }: Props) {
  const { t, i18n } = useTranslation(['delivery-addresses', 'shell']);
  const form = useAddressForm(address, onSaved);
  const countries = useMemo(() => countryOptions(i18n.language), [i18n.language]);
  const errorOf = (level: keyof typeof nowhere): string | undefined => form.getInputProps(level).error;
  const abroad = form.values.country !== MAINLAND;
  return (
    <ServerForm form={form} submit={t('shell:action.save')} onCancel={onCancel}>
      <TextInput
        label={t('field.name')}
        withAsterisk
        autoComplete="name"
        maxLength={40}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('field.phone')}
        description={abroad ? t('field.phoneHint') : undefined}
        withAsterisk
        type="tel"
        autoComplete="tel"
        maxLength={40}
        {...form.getInputProps('phone')}
      />
      <NativeSelect
        label={t('field.country')}
        autoComplete="country"
        data={countries}
        {...form.getInputProps('country')}
      />
      {abroad ? (
        <FieldsAbroad form={form} />
      ) : (
        <RegionSelect
          value={form.values}
          errors={{
            province: errorOf('province'),
            city: errorOf('city'),
            area: errorOf('area'),
            street: errorOf('street'),
          }}
          onChange={(chosen) => form.setValues(chosen)}
        />
      )}
      <Textarea
        label={t('field.detail')}
        description={abroad ? t('field.linesHint', { count: MAX_LINES }) : t('field.detailHint')}
        withAsterisk
        autoComplete="street-address"
        minRows={abroad ? 2 : 1}
        maxRows={4}
        maxLength={200}
        {...form.getInputProps('detail')}
      />
      {address?.is_default !== true && (
        <Checkbox label={t('field.isDefault')} {...form.getInputProps('is_default', { type: 'checkbox' })} />
      )}
    </ServerForm>
  );
}
