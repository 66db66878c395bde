import { SegmentedControl, Text, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../components/section.tsx';
import { chooseLanguage } from '../../../language/i18n.ts';
import { languageOf } from '../../../language/language.ts';

/** Language and theme. */
export function LookSettings() {
  const { t, i18n } = useTranslation('accounts');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title={t('setting.look')}>
      <div>
        <Text size="sm" fw={650} mb={4} id="look-language">
          {t('setting.language')}
        </Text>
        <SegmentedControl
          aria-labelledby="look-language"
          value={i18n.language}
          onChange={(chosen) => void chooseLanguage(languageOf(chosen, undefined))}
          data={[
            { value: 'zh-CN', label: '简体中文' },
            { value: 'en-US', label: 'English' },
          ]}
        />
      </div>
      <div>
        <Text size="sm" fw={650} mb={4} id="look-theme">
          {t('setting.theme')}
        </Text>
        <SegmentedControl
          aria-labelledby="look-theme"
          value={colorScheme}
          onChange={setColorScheme}
          data={[
            { value: 'auto', label: t('setting.themeAuto') },
            { value: 'light', label: t('setting.themeLight') },
            { value: 'dark', label: t('setting.themeDark') },
          ]}
        />
      </div>
    </Section>
  );
}
