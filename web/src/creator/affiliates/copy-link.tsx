import { ActionIcon } from '@mantine/core';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Affiliate } from '#services/contract/affiliates/calls.ts';
import { CopyButton } from '../../components/copy/copy-button.tsx';

/** Puts the link with the code in it where it can be pasted. */
export function CopyLink({ code }: { code: Pick<Affiliate, 'code' | 'url'> }) {
  const { t } = useTranslation('affiliates');
  return (
    <CopyButton value={new URL(code.url, window.location.origin).href}>
      {({ copied, copy }) => (
        <ActionIcon
          color="brand"
          variant="light"
          size="lg"
          title={t(copied ? 'copied' : 'copy')}
          aria-label={copied ? t('copied') : t('copyOf', { code: code.code })}
          onClick={copy}
        >
          {copied ? <IconCheck size={18} aria-hidden /> : <IconLink size={18} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
