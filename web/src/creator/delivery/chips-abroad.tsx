import { Chip, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ELSEWHERE, isAbroad } from '#events/destinations.ts';
import { NEARBY, optionsAbroad } from '../../components/delivery/country.tsx';
import { DestinationChip } from './destination-chip.tsx';
import { nameAbroad } from './destination-names.ts';

interface Props {
  /** Codes of the chosen destinations. */
  value: string[];
  /** Codes of other rules. */
  taken: ReadonlySet<string>;
  onChange: (codes: string[]) => void;
}

/** The destinations outside the mainland: the nearby ones, the chosen ones, and every other one. */
export function ChipsAbroad({ value, taken, onChange }: Props) {
  const { t, i18n } = useTranslation('delivery-shipping');
  const options = useMemo(() => optionsAbroad(i18n.language), [i18n.language]);
  const chosen = value.filter((code) => isAbroad(code) && !NEARBY.includes(code));
  const free = options.filter(
    (option) => !NEARBY.includes(option.value) && !value.includes(option.value) && !taken.has(option.value),
  );
  return (
    <Stack gap="sm">
      <Text size="sm" fw={650}>
        {t('form.abroad')}
      </Text>
      <Chip.Group multiple value={value} onChange={onChange}>
        <Group gap={8} role="group" aria-label={t('form.abroad')}>
          {[...NEARBY, ...chosen, ELSEWHERE].map((code) => (
            <DestinationChip key={code} code={code} name={nameAbroad(code, i18n.language, t)} taken={taken} />
          ))}
        </Group>
      </Chip.Group>
      <NativeSelect
        size="xs"
        maw={320}
        aria-label={t('form.addCountry')}
        value=""
        onChange={(event) => onChange([...value, event.currentTarget.value])}
        data={[{ value: '', label: t('form.addCountry') }, ...free]}
      />
      <Text className="hint">{t('form.elsewhereHint')}</Text>
    </Stack>
  );
}
