import { Button, Chip, Group, Input, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Region } from '#services/contract/delivery/regions.ts';
import { ChipsAbroad } from './chips-abroad.tsx';
import { DestinationChip } from './destination-chip.tsx';
import { namesAbroad } from './destination-names.ts';
import { shortName } from './template-form.ts';

interface Props {
  provinces: readonly Region[];
  /** Codes of the chosen destinations. */
  value: string[];
  /** Codes of other rules. */
  taken: ReadonlySet<string>;
  error: string | undefined;
  onChange: (codes: string[]) => void;
}

/** The destinations of one rule: their names, and all of them to choose from when it is open. */
export function DestinationPicker({ provinces, value, taken, error, onChange }: Props) {
  const { t, i18n } = useTranslation('delivery-shipping');
  const [open, setOpen] = useState(value.length === 0);
  const list = useId();
  const inMainland = provinces.filter(({ code }) => value.includes(code));
  const free = provinces.filter(({ code }) => !taken.has(code));
  const abroad = value.filter((code) => provinces.every((province) => province.code !== code));
  return (
    <Input.Wrapper label={t('form.destinations')} labelElement="div" error={error}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <div>
          {value.length === 0 && <Text c="dimmed">{t('form.none')}</Text>}
          {inMainland.length > 0 && (
            <Text lang="zh-CN">{inMainland.map(({ name }) => shortName(name)).join('、')}</Text>
          )}
          {abroad.length > 0 && <Text>{namesAbroad(abroad, i18n.language, t)}</Text>}
        </div>
        <Button
          variant="default"
          size="xs"
          style={{ flexShrink: 0 }}
          aria-expanded={open}
          aria-controls={list}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'form.done' : 'form.choose')}
        </Button>
      </Group>
      {open && (
        <Stack gap="sm" mt="sm" id={list}>
          <Chip.Group multiple value={value} onChange={onChange}>
            <Group gap={8} role="group" aria-label={t('form.provinces')}>
              {provinces.map(({ code, name }) => (
                <DestinationChip key={code} code={code} name={shortName(name)} taken={taken} lang="zh-CN" />
              ))}
            </Group>
          </Chip.Group>
          <Group gap={8}>
            <Button
              variant="subtle"
              size="xs"
              disabled={inMainland.length === free.length}
              onClick={() => onChange([...free.map(({ code }) => code), ...abroad])}
            >
              {t('form.rest')}
            </Button>
            <Button
              variant="subtle"
              size="xs"
              color="gray"
              disabled={value.length === 0}
              onClick={() => onChange([])}
            >
              {t('form.clear')}
            </Button>
          </Group>
          <ChipsAbroad value={value} taken={taken} onChange={onChange} />
        </Stack>
      )}
    </Input.Wrapper>
  );
}
