import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Affiliate } from '#services/api/affiliates/contract.ts';
import { linkOf } from '../../api/affiliates.ts';

/** Puts the link with the code in it where it can be pasted. */
export function CopyLink({ code }: { code: Pick<Affiliate, 'code' | 'url'> }) {
  const { t } = useTranslation('affiliate');
  return (
    <CopyButton value={linkOf(code)}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="light"
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
          aria-label={copied ? undefined : t('copyOf', { code: code.code })}
          onClick={copy}
        >
          {t(copied ? 'copied' : 'copy')}
        </Button>
      )}
    </CopyButton>
  );
}
