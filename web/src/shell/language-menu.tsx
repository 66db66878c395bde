import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../language/i18n.ts';
import { LANGUAGES } from '../language/language.ts';

/** Each language in its own name, whatever is shown now. */
const NAMES = { 'zh-CN': '简体中文', 'en-US': 'English' } as const;

/** Switches the language without reload. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation('shell');
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={40} radius="xl" aria-label={t('language')}>
          <IconLanguage size={22} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            aria-current={i18n.language === language}
            rightSection={i18n.language === language ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => void chooseLanguage(language)}
          >
            {NAMES[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
