import { Button, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyInput } from '../../forms/money-input.tsx';

/** What orders are looked for by. */
export interface SoughtOrders {
  number?: string;
  user?: string;
  creator?: string;
  least?: string;
  most?: string;
}

const NAMES = ['number', 'user', 'creator', 'least', 'most'] as const;

/** Finds orders by exact fields. They are not in the address: they may be accounts. */
export function OrderFinder({ onFind }: { onFind: (sought: SoughtOrders) => void }) {
  const { t } = useTranslation(['staff-lists', 'shell']);
  const [typed, setTyped] = useState<SoughtOrders>({});
  const field = (name: (typeof NAMES)[number]) => ({
    'aria-label': t(`find.${name}`),
    placeholder: t(`find.${name}`),
    value: typed[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setTyped({ ...typed, [name]: currentTarget.value }),
  });
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const sought: SoughtOrders = {};
          for (const name of NAMES) {
            const text = typed[name]?.trim();
            if (text) sought[name] = text;
          }
          onFind(sought);
        }}
      >
        <Group gap="xs">
          <TextInput
            maxLength={80}
            flex={{ base: '1 1 100%', xs: '1 1 200px' }}
            autoComplete="off"
            {...field('number')}
          />
          <TextInput
            maxLength={120}
            flex={{ base: '1 1 100%', xs: '1 1 160px' }}
            autoComplete="off"
            {...field('user')}
          />
          <TextInput
            maxLength={120}
            flex={{ base: '1 1 100%', xs: '1 1 160px' }}
            autoComplete="off"
            {...field('creator')}
          />
          <MoneyInput w={{ base: 'calc(50% - 6px)', xs: 136 }} {...field('least')} />
          <MoneyInput w={{ base: 'calc(50% - 6px)', xs: 136 }} {...field('most')} />
          <Button type="submit" variant="default" leftSection={<IconSearch size={18} aria-hidden />}>
            {t('find.go')}
          </Button>
        </Group>
      </form>
    </search>
  );
}
