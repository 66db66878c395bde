import { Button } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../language/i18n.ts';
import classes from './header.module.css';

/** The other language, in its own words: who needs it can read it. */
const OTHER = {
  'zh-CN': { language: 'en-US', short: 'EN', words: 'EN: switch to English' },
  'en-US': { language: 'zh-CN', short: '中文', words: '中文：切换到简体中文' },
} as const;

/** Switches to the other language without reload. */
export function LanguageSwitch() {
  const { i18n } = useTranslation('shell');
  const other = OTHER[i18n.language === 'en-US' ? 'en-US' : 'zh-CN'];
  return (
    <Button
      variant="subtle"
      color="gray"
      h={40}
      px={10}
      lang={other.language}
      aria-label={other.words}
      leftSection={<IconLanguage size={20} aria-hidden />}
      classNames={{ section: classes.wide ?? '' }}
      styles={{ section: { marginInlineEnd: 4 } }}
      onClick={() => void chooseLanguage(other.language)}
    >
      {other.short}
    </Button>
  );
}
