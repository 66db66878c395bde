import { ActionIcon, Group, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (count: number) => void;
}

/** A whole number with a button on either side, kept between its bounds. */
export function CountField({ label, value, min, max, onChange }: Props) {
  const { t } = useTranslation('orders-buying');
  // The text while it is being typed; afterwards the field shows the count in force.
  const [typed, setTyped] = useState<string>();
  const set = (count: number) => onChange(Math.max(min, Math.min(max, count)));
  const step = (by: number) => {
    setTyped(undefined);
    set(value + by);
  };
  const type = (text: string) => {
    const count = Number(text.normalize('NFKC'));
    setTyped(count > max ? undefined : text);
    if (text !== '') set(count);
  };
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('item.less', { what: label })}
        disabled={value <= min}
        onClick={() => step(-1)}
      >
        <IconMinus size={18} aria-hidden />
      </ActionIcon>
      <TextInput
        aria-label={label}
        w={64}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? value}
        onChange={(event) => type(event.currentTarget.value.replace(/[^\d０-９]/g, ''))}
        onKeyDown={({ key }) => {
          if (key === 'ArrowUp') step(1);
          if (key === 'ArrowDown') step(-1);
        }}
        onBlur={() => setTyped(undefined)}
        styles={{ input: { textAlign: 'center', fontVariantNumeric: 'tabular-nums' } }}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('item.more', { what: label })}
        disabled={value >= max}
        onClick={() => step(1)}
      >
        <IconPlus size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
