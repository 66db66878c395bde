import { useTranslation } from 'react-i18next';
import { MAINLAND } from '#events/destinations.ts';
import { type Address, editAddress } from '#services/contract/delivery/addresses.ts';
import { useCall } from '../../../api/queries.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { nowhere } from './place.ts';

const empty = {
  name: '',
  phone: '',
  detail: '',
  country: MAINLAND as string,
  ...nowhere,
  city_name: '',
  region_name: '',
  postal_code: '',
  is_default: false,
};
type Values = typeof empty;

const valuesOf = ({ address_id: _id, address: _line, update_time: _time, ...values }: Address): Values =>
  values;

/** The form of a new or an existing address. */
export function useAddressForm(address: Address | undefined, onSaved: (address: Address) => void) {
  const { t } = useTranslation('delivery-addresses');
  const missing = (key: 'name' | 'phone' | 'detail') => (value: string) =>
    value.trim() === '' ? t(`error.${key}`) : null;
  const missingCode = (key: 'province' | 'city') => (value: string, values: Values) =>
    values.country === MAINLAND && value === '' ? t(`error.${key}`) : null;
  return useServerForm({
    initialValues: address === undefined ? empty : valuesOf(address),
    validate: {
      name: missing('name'),
      phone: missing('phone'),
      detail: missing('detail'),
      province: missingCode('province'),
      city: missingCode('city'),
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
}

export type AddressFormState = ReturnType<typeof useAddressForm>;
