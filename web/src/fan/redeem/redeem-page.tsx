import { Alert, Container, Stack, Text } from '@mantine/core';
import { IconGiftOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { getRedeemOffer, type RedeemOffer } from '#services/contract/redeem/calls.ts';
import { queryOf } from '../../api/queries.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { BRAND } from '../../app/palette.ts';
import { CreatorTheme } from '../../components/catalog/creator-theme.tsx';
import { personQuery } from '../../components/catalog/person-queries.ts';
import { DeadEnd } from '../../components/dead-end.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import { GiftCard } from './gift-card.tsx';
import { RedeemForm } from './redeem-form.tsx';
import { SignedIn } from './signed-in.tsx';

/** Why a code can no longer be redeemed, and where to go instead. */
function OverNotice({ offer: { status, creator } }: { offer: RedeemOffer }) {
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

const route = getRouteApi('/redeem/$redeemId');

/** /redeem/{redeemId}: shows the contents of a code, and redeems it. */
export function RedeemPage() {
  const { t } = useTranslation('redeem');
  const { redeemId } = route.useParams();
  const offer = useQuery(queryOf(getRedeemOffer, { redeem_id: redeemId }));
  usePageTitle(offer.data?.plan.name ?? t('fan.title'));
  const creator = useQuery(personQuery(offer.data?.creator.user_id));
  if (isRefusal(offer.error, EC.redeemUnknown, EC.badInput, EC.notFound)) {
    return (
      <DeadEnd icon={<IconGiftOff aria-hidden />} title={t('fan.gone')} text={t('fan.goneText')}>
        <ButtonLink to="/redeem">{t('fan.goneLink')}</ButtonLink>
      </DeadEnd>
    );
  }
  return (
    <CreatorTheme color={creator.data?.creator?.theme_color ?? BRAND}>
      <Container size={560} py={{ base: 'md', sm: 'xl' }}>
        <Loaded query={offer} height={420}>
          {(found) => (
            <Stack gap="lg">
              <GiftCard offer={found} />
              <NextStep offer={found} />
            </Stack>
          )}
        </Loaded>
      </Container>
    </CreatorTheme>
  );
}

function NextStep({ offer }: { offer: RedeemOffer }) {
  if (offer.status !== 'open') return <OverNotice offer={offer} />;
  return <SignedIn>{(user_id) => <RedeemForm offer={offer} user_id={user_id} />}</SignedIn>;
}
