import { List, ThemeIcon } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OauthScope } from '#services/contract/open/scopes.ts';

/** Descriptions of scopes. */
export function ScopeList({ scopes }: { scopes: readonly OauthScope[] }) {
  const { t } = useTranslation('open-apps');
  return (
    <List
      spacing="xs"
      size="sm"
      center
      lh={1.4}
      icon={
        <ThemeIcon size={20} radius="xl" variant="light">
          <IconCheck size={14} aria-hidden />
        </ThemeIcon>
      }
    >
      {scopes.map((scope) => (
        <List.Item key={scope}>{t(`scope.${scope}`)}</List.Item>
      ))}
    </List>
  );
}
