import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReceivedCall } from '#services/contract/open/test-receiver.ts';

const COLORS = { valid: 'green', invalid: 'red' } as const;

/** Whether the signatures of a call are right. */
export function Verdicts({ call: { standard, rsa } }: { call: ReceivedCall }) {
  const { t } = useTranslation('open-receiver');
  return (
    <>
      <Badge tt="none" color={COLORS[standard]}>
        {t('verdict.standard', { verdict: t(`verdict.${standard}`) })}
      </Badge>
      {rsa !== 'none' && (
        <Badge tt="none" color={COLORS[rsa]}>
          {t('verdict.rsa', { verdict: t(`verdict.${rsa}`) })}
        </Badge>
      )}
    </>
  );
}
