import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Address, editAddress } from '#services/contract/delivery/addresses.ts';
import { useCall } from '../../../api/queries.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { nowhere } from './place.ts';
import { RegionSelect } from './region-select.tsx';

interface Props {
  /** The address to be changed; undefined for a new one. */
  address: Address | undefined;
  onSaved: (address: Address) => void;
  onCancel: () => void;
}

const empty = { name: '', phone: '', detail: '', ...nowhere, is_default: false };

function valuesOf({ name, phone, detail, province, city, area, street, is_default }: Address): typeof empty {
  return { name, phone, detail, province, city, area, street, is_default };
}

/** The recipient and the place. */
export function AddressForm({ address, onSaved, onCancel }: Props) {
  const { t } = useTranslation(['delivery-addresses', 'shell']);
  const missing = (key: 'name' | 'phone' | 'detail' | 'province' | 'city') => (value: string) =>
    value.trim() === '' ? t(`error.${key}`) : null;
  const form = useServerForm({
    initialValues: address === undefined ? empty : valuesOf(address),
    validate: {
      name: missing('name'),
      phone: missing('phone'),
      detail: missing('detail'),
      province: missing('province'),
      city: missing('city'),
    },
    send: useCall(editAddress, { quiet: true }),
    requestOf: ({ name, phone, detail, ...rest }) => ({
      addr_name: name,
      addr_phone: phone,
      addr_address: detail,
      ...rest,
      ...(address && { address_id: address.address_id }),
    }),
    names: { addr_name: 'name', addr_phone: 'phone', addr_address: 'detail' },
    saved: t('saved'),
    onDone: (answer) => onSaved(answer.address),
  });
  const errorOf = (level: keyof typeof nowhere): string | undefined => form.getInputProps(level).error;
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
        withAsterisk
        type="tel"
        autoComplete="tel"
        maxLength={20}
        {...form.getInputProps('phone')}
      />
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
      <Textarea
        label={t('field.detail')}
        description={t('field.detailHint')}
        withAsterisk
        autoComplete="street-address"
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
