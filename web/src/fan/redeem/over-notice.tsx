import { Alert, Stack, Text } from '@mantine/core';
import { IconGiftOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RedeemOffer } from '#services/api/redeem/contract.ts';
import { ButtonLink } from '../../components/links.tsx';

/** Why a code can no longer be redeemed, and where to go instead. */
export function OverNotice({ offer: { status, creator } }: { offer: RedeemOffer }) {
  const { t } = useTranslation('redeem');
  if (status === 'open') return null;
  return (
    <Alert
      color={status === 'pending' ? 'orange' : 'gray'}
      icon={<IconGiftOff aria-hidden />}
      title={t(`fan.over.${status}`)}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('fan.overText')}</Text>
        {creator.url_slug !== '' && (
          <ButtonLink to="/a/$slug" params={{ slug: creator.url_slug }} size="xs" variant="default">
            {t('fan.toCreator', { name: creator.name })}
          </ButtonLink>
        )}
      </Stack>
    </Alert>
  );
}
