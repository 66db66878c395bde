import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../language/i18n.ts';

/** The other language, in its own words: who needs it can read it. */
const OTHER = {
  'zh-CN': { language: 'en-US', short: 'EN', name: 'English', words: 'EN: switch to English' },
  'en-US': { language: 'zh-CN', short: '中文', name: '简体中文', words: '中文：切换到简体中文' },
} as const;

/** Switches to the other language without reload. */
export function useLanguageSwitch() {
  const { i18n } = useTranslation('shell');
  const other = OTHER[i18n.language === 'en-US' ? 'en-US' : 'zh-CN'];
  return { ...other, toggle: () => void chooseLanguage(other.language) };
}

/** Light or dark; remembered, and the system's until chosen. */
export function useThemeSwitch() {
  const { t } = useTranslation('shell');
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return {
    isDark,
    words: t(isDark ? 'theme.toLight' : 'theme.toDark'),
    toggle: () => setColorScheme(isDark ? 'light' : 'dark'),
  };
}
