import { ColorInput, Group, Radio } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#services/contract/accounts/accounts.ts';
import { chooseTheme, saveThemeColor } from '#services/contract/catalog/page-settings.ts';
import { useCall } from '../../../api/queries.ts';
import { Section } from '../../../components/section.tsx';

type Theme = NonNullable<User['creator']>['theme_list'][number];

/** After the last change (creator specification 5). */
const PAUSE_MS = 300;
const RGB = /^rgb\(\d{1,3},\d{1,3},\d{1,3}\)$/;

const cssOf = ({ color: { r, g, b } }: Theme): string => `rgb(${r},${g},${b})`;

/** The colour of the creator's page; saved immediately, or after a pause while it is being chosen. */
export function ThemePart({ themes }: { themes: readonly Theme[] }) {
  const { t } = useTranslation('creator');
  const scope = { scope: { id: chooseTheme.path } };
  const choose = useCall(chooseTheme, scope);
  const save = useCall(saveThemeColor, scope);
  const custom = themes.at(-1);
  const [typed, setTyped] = useState<string>();
  const send = useDebouncedCallback(
    (theme_color: string) => {
      if (custom && RGB.test(theme_color)) save.mutate({ theme_id: custom.id, theme_color });
    },
    { delay: PAUSE_MS, flushOnUnmount: true },
  );
  const used = themes.find(({ in_use }) => in_use)?.id ?? '';
  return (
    <Section title={t('theme.title')} text={t('theme.text')}>
      <Radio.Group
        aria-label={t('theme.title')}
        value={choose.isPending ? choose.variables.theme_id : used}
        onChange={(theme_id) => choose.mutate({ theme_id })}
      >
        <Group gap="md">
          {themes.map((theme) => (
            <Radio
              key={theme.id}
              value={theme.id}
              label={t(`theme.kind.${theme.id as 'custom'}`)}
              color={cssOf(theme)}
              autoContrast
              styles={{ radio: { backgroundColor: cssOf(theme) } }}
            />
          ))}
        </Group>
      </Radio.Group>
      {custom && (
        <ColorInput
          label={t('theme.own')}
          format="rgb"
          maw={320}
          value={typed ?? cssOf(custom)}
          onChange={(color) => {
            const theme_color = color.replaceAll(' ', '');
            setTyped(theme_color);
            send(theme_color);
          }}
          eyeDropperButtonProps={{ 'aria-label': t('theme.pick') }}
        />
      )}
    </Section>
  );
}
