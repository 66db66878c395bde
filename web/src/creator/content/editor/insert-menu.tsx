import { ActionIcon, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { INSERTS, type Insert } from './inserts.ts';

interface Props {
  onChosen: (insert: Insert) => void;
  /** The document has its paywall line. */
  walled: boolean;
}

/** The button that inserts something, with the same choice as `/`. */
export function InsertMenu({ onChosen, walled }: Props) {
  const { t } = useTranslation('content-article');
  return (
    <Menu position="bottom-start" shadow="md" width={240} returnFocus={false}>
      <Menu.Target>
        <ActionIcon size={36} radius="xl" variant="default" aria-label={t('insert.title')}>
          <IconPlus size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {INSERTS.map((insert) => (
          <Menu.Item
            key={insert.name}
            leftSection={<insert.icon size={18} aria-hidden />}
            disabled={insert.name === 'paywall' && walled}
            onClick={() => onChosen(insert)}
          >
            {t(`insert.${insert.name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
