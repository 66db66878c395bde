import { ActionIcon, Group, NumberInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
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
  const { t } = useTranslation('buying');
  const set = (count: number) => onChange(Math.max(min, Math.min(max, count)));
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={36}
        aria-label={`${t('item.less')} ${label}`}
        disabled={value <= min}
        onClick={() => set(value - 1)}
      >
        <IconMinus size={18} aria-hidden />
      </ActionIcon>
      <NumberInput
        aria-label={label}
        w={64}
        hideControls
        allowNegative={false}
        min={min}
        max={max}
        clampBehavior="blur"
        value={value}
        onChange={(count) => {
          if (typeof count === 'number' && Number.isInteger(count)) set(count);
        }}
        styles={{ input: { textAlign: 'center', fontVariantNumeric: 'tabular-nums' } }}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={`${t('item.more')} ${label}`}
        disabled={value >= max}
        onClick={() => set(value + 1)}
      >
        <IconPlus size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
