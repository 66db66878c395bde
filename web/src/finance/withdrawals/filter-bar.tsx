import { Button, Group, SegmentedControl, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { WITHDRAW_TYPE } from '#events/status.ts';
import { WordsField } from '../../components/forms/words-field.tsx';
import {
  WITHDRAWAL_ATTENTION,
  WITHDRAWAL_STATUSES,
  type WithdrawalFilter,
  type WithdrawalStatus,
} from './withdrawal-filter.ts';
import classes from './withdrawals.module.css';

interface Props {
  filter: WithdrawalFilter;
  onFilter: (filter: WithdrawalFilter) => void;
}

const ALL = 'all';
const CHOICES = [ALL, ...WITHDRAWAL_STATUSES] as const;

/** Filters by state, method, need of attention, creator and words. */
export function FilterBar({ filter, onFilter }: Props) {
  const { t } = useTranslation(['withdrawals-payouts', 'finance']);
  const choose = (status: WithdrawalStatus | typeof ALL) =>
    onFilter({ ...filter, page: undefined, status: status === ALL ? undefined : status });
  return (
    <Group gap="sm">
      <WordsField
        words={filter.q}
        label={t('filter.search')}
        style={{ width: '100%' }}
        onSearch={(q) => onFilter({ ...filter, page: undefined, q })}
      />
      <div className={classes.statuses}>
        <SegmentedControl
          aria-label={t('filter.status')}
          value={filter.status ?? ALL}
          onChange={choose}
          data={CHOICES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      </div>
      <Select
        w={{ base: '100%', xs: 176 }}
        aria-label={t('filter.type')}
        placeholder={t('filter.anyType')}
        clearable
        clearButtonProps={{ 'aria-label': t('filter.anyType') }}
        value={filter.withdraw_type === undefined ? null : String(filter.withdraw_type)}
        onChange={(chosen) =>
          onFilter({
            ...filter,
            page: undefined,
            withdraw_type: chosen === null ? undefined : Number(chosen),
          })
        }
        data={Object.values(WITHDRAW_TYPE).map((type) => ({ value: String(type), label: t(`type.${type}`) }))}
      />
      <Select
        w={{ base: '100%', xs: 176 }}
        aria-label={t('finance:attention.title')}
        placeholder={t('finance:attention.title')}
        clearable
        clearButtonProps={{ 'aria-label': t('filter.anyAttention') }}
        value={filter.attention ?? null}
        onChange={(chosen) =>
          onFilter({
            ...filter,
            page: undefined,
            attention: WITHDRAWAL_ATTENTION.find((one) => one === chosen),
          })
        }
        data={WITHDRAWAL_ATTENTION.map((value) => ({ value, label: t(`finance:attention.kind.${value}`) }))}
      />
      {filter.user_id !== undefined && (
        <Button
          variant="light"
          size="xs"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => onFilter({ ...filter, page: undefined, user_id: undefined })}
        >
          {t('filter.oneCreator')}
        </Button>
      )}
    </Group>
  );
}
