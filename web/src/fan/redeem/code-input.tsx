import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const MAX_CODE_LENGTH = 60;

/** The field for a redeem code, which may be typed in several spellings. */
export function CodeInput(props: TextInputProps) {
  const { t } = useTranslation('redeem');
  return (
    <TextInput
      label={t('fan.code')}
      description={t('fan.codeText')}
      placeholder={t('fan.codeHint')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={MAX_CODE_LENGTH}
      size="md"
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      {...props}
    />
  );
}
