import { SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AddressFormState } from './use-address-form.ts';

/** Places without cities below them, or that are one city. */
const WITHOUT_CITY: ReadonlySet<string> = new Set(['HK', 'MO', 'SG', 'MC', 'GI', 'VA']);

/** City, region and postal code as they are written outside the mainland. */
export function FieldsAbroad({ form }: { form: AddressFormState }) {
  const { t } = useTranslation('delivery-addresses');
  const { country } = form.values;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput
        label={t(WITHOUT_CITY.has(country) ? 'field.district' : 'field.cityName')}
        autoComplete="address-level2"
        maxLength={80}
        {...form.getInputProps('city_name')}
      />
      <TextInput
        label={t('field.regionName')}
        autoComplete="address-level1"
        maxLength={80}
        {...form.getInputProps('region_name')}
      />
      <TextInput
        label={t('field.postalCode')}
        autoComplete="postal-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={16}
        {...form.getInputProps('postal_code')}
      />
    </SimpleGrid>
  );
}
