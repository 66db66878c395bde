import { Button, Chip, Group, Input, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Region } from '#services/contract/delivery/regions.ts';
import { shortName } from './template-form.ts';

interface Props {
  provinces: readonly Region[];
  /** Codes of the chosen ones. */
  value: string[];
  /** Codes of other rules. */
  taken: ReadonlySet<string>;
  error: string | undefined;
  onChange: (codes: string[]) => void;
}

/** The provinces of one rule: their names, and all of them to choose from when it is open. */
export function ProvincePicker({ provinces, value, taken, error, onChange }: Props) {
  const { t } = useTranslation('delivery-shipping');
  const [open, setOpen] = useState(value.length === 0);
  const list = useId();
  const chosen = provinces.filter(({ code }) => value.includes(code));
  const free = provinces.filter(({ code }) => !taken.has(code));
  return (
    <Input.Wrapper label={t('form.provinces')} labelElement="div" error={error}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <Text lang={chosen.length === 0 ? undefined : 'zh-CN'} c={chosen.length === 0 ? 'dimmed' : undefined}>
          {chosen.length === 0 ? t('form.none') : chosen.map(({ name }) => shortName(name)).join('、')}
        </Text>
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
              {provinces.map(({ code, name }) => {
                const elsewhere = taken.has(code);
                return (
                  <Chip
                    key={code}
                    value={code}
                    size="sm"
                    radius="md"
                    lang="zh-CN"
                    disabled={elsewhere}
                    {...(elsewhere && { title: t('form.taken', { name: shortName(name) }) })}
                  >
                    {shortName(name)}
                  </Chip>
                );
              })}
            </Group>
          </Chip.Group>
          <Group gap={8}>
            <Button
              variant="subtle"
              size="xs"
              disabled={chosen.length === free.length}
              onClick={() => onChange(free.map(({ code }) => code))}
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
        </Stack>
      )}
    </Input.Wrapper>
  );
}
