import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Address, listAddresses } from '#services/contract/delivery/addresses.ts';
import { queryOf } from '../../../api/queries.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { Section } from '../../../components/section.tsx';
import { Skeletons } from '../../../components/skeletons.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { AddressLines } from './address-lines.tsx';
import classes from './address-picker.module.css';

interface Props {
  /** The chosen one; undefined until the list is there, which then chooses the default address. */
  value: Address | undefined;
  /** The server's refusal. */
  error?: string | undefined;
  onChange: (address: Address) => void;
}

/** Where an order goes, in checkout: the default address first, another of one's own, or a new one. */
export function AddressPicker({ value, error, onChange }: Props) {
  const { t } = useTranslation('delivery-addresses');
  const query = useQuery(queryOf(listAddresses, {}));
  const [open, setOpen] = useState(false);
  const [adding, setAdding] = useState(false);
  const list = query.data?.list ?? [];
  // An address changed or deleted elsewhere is no longer selected.
  const chosen = list.find((one) => one.address_id === value?.address_id) ?? list[0];
  useEffect(() => {
    if (chosen !== undefined && chosen !== value) onChange(chosen);
  });
  const choose = (address_id: string) => {
    const found = list.find((one) => one.address_id === address_id);
    if (found !== undefined) onChange(found);
  };
  const shown = open ? list : list.filter((one) => one === chosen);
  return (
    <Section title={t('picker.title')}>
      <Loaded
        query={query}
        skeleton={<Skeletons count={1} height={72} radius="md" />}
        isEmpty={(all) => all.list.length === 0}
        empty={<Text c="dimmed">{t('picker.none')}</Text>}
      >
        {() => (
          <Radio.Group aria-label={t('picker.title')} value={chosen?.address_id ?? ''} onChange={choose}>
            <Stack gap={8}>
              {shown.map((address) => (
                <Radio.Card key={address.address_id} value={address.address_id} className={classes.address}>
                  <AddressLines address={address} />
                </Radio.Card>
              ))}
            </Stack>
          </Radio.Group>
        )}
      </Loaded>
      {error !== undefined && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
      <Group gap={8}>
        {list.length > 1 && (
          <Button size="xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'picker.keep' : 'picker.change')}
          </Button>
        )}
        {query.data !== undefined && (
          <Button
            size="xs"
            variant={list.length === 0 ? 'filled' : 'default'}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('add')}
          </Button>
        )}
      </Group>
      <AddressDialog
        subject={adding ? 'new' : undefined}
        onSaved={onChange}
        onClose={() => setAdding(false)}
      />
    </Section>
  );
}
