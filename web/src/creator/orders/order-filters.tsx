import { Button, Group, Select } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { EXPRESS_STATUS, ORDER_STATUS } from '#events/status.ts';
import { DaysInput } from '../../components/forms/days-input.tsx';
import { WordsField } from '../../components/forms/words-field.tsx';
import { ProductTypeSelect, RefundStateSelect } from '../../components/orders/order-filters.tsx';
import { OwnPlanSelect } from '../own-plan-select.tsx';
import { choiceOf, type OrderSearch, SEARCHED_AS } from './order-search.ts';

interface Props {
  search: OrderSearch;
  onChange: (change: OrderSearch) => void;
}

const STATUSES = ['pending', 'success', 'cancelled'] as const;
const ALL = 'all';
/** Not a status: paid and unshipped. */
const TO_SEND = 'to-send';

/** Search by number, code or name, status, refund, type, plan, days: all are in the address. Folded on phones. */
export function OrderFilters({ search, onChange }: Props) {
  const { t } = useTranslation(['orders-received', 'delivery-shipping']);
  const small = useMediaQuery('(max-width: 868.9px)', false, { getInitialValueInEffect: false });
  const [opened, { toggle }] = useDisclosure(false);
  const { search_q: _words, ...filters } = choiceOf(search);
  const active = Object.values(filters).filter((value) => value !== undefined).length;
  const folding = (
    <Button variant="default" aria-expanded={opened} onClick={toggle} style={{ flexShrink: 0 }}>
      {active === 0 ? t('filter.open') : `${t('filter.open')} ${active}`}
    </Button>
  );
  const searchedIn = (
    <Select
      w={{ base: '100%', xs: 136 }}
      aria-label={t('search.in')}
      allowDeselect={false}
      value={search.search_param_type ?? ALL}
      onChange={(value) =>
        onChange({ search_param_type: SEARCHED_AS.find((searched) => searched === value) })
      }
      data={[
        { value: ALL, label: t('search.all') },
        ...SEARCHED_AS.map((value) => ({ value, label: t(`search.${value}`) })),
      ]}
    />
  );
  return (
    <Group gap="xs" mb="md">
      <WordsField
        words={search.search_q}
        label={t('search.label')}
        hint={t('search.hint')}
        style={{ flex: '1 1 400px' }}
        onSearch={(search_q) => onChange({ search_q })}
        beside={small ? folding : searchedIn}
      />
      {(!small || opened) && (
        <>
          {small && searchedIn}
          <Select
            w={{ base: '100%', xs: 144 }}
            aria-label={t('filter.status')}
            placeholder={t('filter.anyStatus')}
            clearable
            clearButtonProps={{ 'aria-label': t('filter.anyStatus') }}
            value={
              search.express_status ? TO_SEND : search.status === undefined ? null : String(search.status)
            }
            onChange={(value) =>
              onChange({
                status: value === null || value === TO_SEND ? undefined : Number(value),
                express_status: value === TO_SEND ? EXPRESS_STATUS.to_send : undefined,
              })
            }
            data={[
              { value: TO_SEND, label: t('delivery-shipping:toSend') },
              ...STATUSES.map((status) => ({
                value: String(ORDER_STATUS[status]),
                label: t(`status.${status}`),
              })),
            ]}
          />
          <RefundStateSelect
            value={search.refund_state}
            onChange={(refund_state) => onChange({ refund_state })}
          />
          <ProductTypeSelect
            value={search.product_type}
            onChange={(product_type) => onChange({ product_type, plan_id: undefined })}
          />
          <OwnPlanSelect
            value={search.plan_id}
            onChange={(plan_id) => onChange({ plan_id, product_type: undefined })}
          />
          <DaysInput
            clearable
            from={search.from}
            to={search.to}
            onChange={(days) => onChange({ from: days?.from, to: days?.to })}
          />
        </>
      )}
    </Group>
  );
}
