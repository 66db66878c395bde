import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Bank, searchBank } from '#services/contract/withdrawals/withdraw-methods.ts';
import { queryOf } from '../../../api/queries.ts';

/** How long nothing is typed before banks are searched (creator specification 5). */
const PAUSE_MS = 500;
const MAX_LETTERS = 60;

interface Props {
  /** The bank's code, or empty. */
  value?: string;
  onChange: (code: string) => void;
  error?: ReactNode;
}

/** Finds a bank by part of its name: five suggestions at most. */
export function BankSelect({ value = '', onChange, error }: Props) {
  const { t } = useTranslation('withdrawals-methods');
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Bank>();
  // The selected name is in the field as text; it is not a search.
  const wanted = typed === chosen?.name ? '' : typed.trim();
  const [searched] = useDebouncedValue(wanted, PAUSE_MS);
  const { data } = useQuery(
    queryOf(
      searchBank,
      { name: searched.slice(0, MAX_LETTERS) },
      { staleTime: 'static', placeholderData: keepPreviousData },
    ),
  );
  const found = data?.list ?? [];
  const offered = chosen && !found.some(({ code }) => code === chosen.code) ? [...found, chosen] : found;
  return (
    <Select
      label={t('bank.bank')}
      description={t('bank.bankHint')}
      withAsterisk
      searchable
      autoComplete="off"
      value={value === '' ? null : value}
      onChange={(code) => {
        setChosen(offered.find((bank) => bank.code === code));
        onChange(code ?? '');
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      data={offered.map(({ code, name }) => ({ value: code, label: name }))}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={t('bank.bankNone')}
      error={error}
    />
  );
}
