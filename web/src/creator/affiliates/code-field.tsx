import { ActionIcon, TextInput, type TextInputProps, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { generateAffiliateCode } from '#services/contract/affiliates/calls.ts';
import { useCall } from '../../api/queries.ts';

const MAX_CODE_LENGTH = 32;

interface Props extends TextInputProps {
  onAnother: (code: string) => void;
}

/** The code's text: proposed by the server, another proposal, or the creator's own. */
export function CodeField({ onAnother, ...input }: Props) {
  const { t } = useTranslation('affiliates');
  const another = useCall(generateAffiliateCode, {
    refresh: false,
    onSuccess: ({ code }) => onAnother(code),
  });
  return (
    <TextInput
      {...input}
      label={t('form.code')}
      description={t('form.codeHint')}
      required
      maxLength={MAX_CODE_LENGTH}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      styles={{ input: { fontFamily: 'monospace' } }}
      rightSection={
        <Tooltip label={t('form.another')}>
          <ActionIcon
            aria-label={t('form.another')}
            loading={another.isPending}
            onClick={() => another.mutate({})}
          >
            <IconRefresh size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      }
    />
  );
}
