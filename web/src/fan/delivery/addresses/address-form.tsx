import { Alert, Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Address } from '#services/api/delivery/contract/addresses.ts';
import { useSaveAddress } from '../../../api/addresses.ts';
import { fieldRefusal } from '../../../api/refusal.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { nowhere } from './place.ts';
import { RegionSelect } from './region-select.tsx';

interface Props {
  /** The address to be changed; undefined for a new one. */
  address: Address | undefined;
  onSaved: (address: Address) => void;
  onCancel: () => void;
}

const empty = { name: '', phone: '', detail: '', ...nowhere, is_default: false };
type Values = typeof empty;

function valuesOf({ name, phone, detail, province, city, area, street, is_default }: Address): Values {
  return { name, phone, detail, province, city, area, street, is_default };
}

/** Names of the form's fields in a refusal. */
const SENT: Readonly<Record<keyof Values, string>> = {
  name: 'addr_name',
  phone: 'addr_phone',
  detail: 'addr_address',
  province: 'province',
  city: 'city',
  area: 'area',
  street: 'street',
  is_default: 'is_default',
};

/** Recipient and place; errors are at their fields, also the server's. */
export function AddressForm({ address, onSaved, onCancel }: Props) {
  const { t } = useTranslation(['addresses', 'shell']);
  const save = useSaveAddress();
  const missing = (key: 'name' | 'phone' | 'detail' | 'province' | 'city') => (value: string) =>
    value.trim() === '' ? t(`error.${key}`) : null;
  const form = useForm<Values>({
    initialValues: address === undefined ? empty : valuesOf(address),
    validate: {
      name: missing('name'),
      phone: missing('phone'),
      detail: missing('detail'),
      province: missing('province'),
      city: missing('city'),
    },
  });
  const { name, phone, detail, is_default, ...place } = form.values;
  const submit = form.onSubmit(() =>
    save.mutate(
      {
        addr_name: name,
        addr_phone: phone,
        addr_address: detail,
        ...place,
        is_default,
        ...(address && { address_id: address.address_id }),
      },
      {
        onSuccess: (saved) => {
          notifications.show({ color: 'green', message: t('saved') });
          onSaved(saved);
        },
        onError: (error) =>
          form.setErrors(
            Object.fromEntries(
              Object.entries(SENT).map(([field, sent]) => [field, fieldRefusal(error, sent)]),
            ),
          ),
      },
    ),
  );
  const unnamed = save.error !== null && Object.values(SENT).every((sent) => !fieldRefusal(save.error, sent));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
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
          value={place}
          errors={{
            province: text(form.errors.province),
            city: text(form.errors.city),
            area: text(form.errors.area),
            street: text(form.errors.street),
          }}
          onChange={(chosen) => form.setValues(chosen)}
        />
        <Textarea
          label={t('field.detail')}
          description={t('field.detailHint')}
          withAsterisk
          autoComplete="street-address"
          autosize
          minRows={2}
          maxRows={4}
          maxLength={200}
          {...form.getInputProps('detail')}
        />
        {address?.is_default !== true && (
          <Checkbox
            label={t('field.isDefault')}
            {...form.getInputProps('is_default', { type: 'checkbox' })}
          />
        )}
        {unnamed && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {sentenceOf(save.error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('shell:action.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('shell:action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Errors of this form are texts; the library allows anything that can be shown. */
const text = (error: unknown): string | undefined => (typeof error === 'string' ? error : undefined);
