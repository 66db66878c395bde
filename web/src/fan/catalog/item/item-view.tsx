import { Badge, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isBundle } from '#events/status.ts';
import type { User } from '#services/contract/accounts/accounts.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { LongText } from '../../../components/long-text.tsx';
import { Gallery } from '../../../components/pictures/gallery.tsx';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import { Picture } from '../../../components/pictures/picture.tsx';
import { Section } from '../../../components/section.tsx';
import { ShareButton } from '../../../components/share/share-button.tsx';
import { KINDS } from '../creator-page/offer-badge.tsx';
import { BundleChoice } from './bundle-choice.tsx';
import { OfferPrice } from './offer-price.tsx';
import { firstOf, PieceChoice } from './piece-choice.tsx';
import type { PlanAt } from './plan-at.ts';
import { TimeLeft } from './time-left.tsx';

/** Why it cannot be bought now, and what else can be done. */
function OfferNotice({ plan, creator }: { plan: PlanAt; creator: User | undefined }) {
  const { t } = useTranslation(['catalog-item', 'orders-buying']);
  const { buy_refusal, on_sale_from, now } = plan;
  if (buy_refusal === '') return null;
  return (
    <Paper p="md" bg="var(--fw-wash)" role="status">
      <Text>
        {buy_refusal === 'sold_out' ? t('orders-buying:item.soldOutText') : t(`refusal.${buy_refusal}`)}
      </Text>
      {on_sale_from !== null && <TimeLeft at={on_sale_from} now={now} of="opens" />}
      {buy_refusal !== 'not_yet' && creator !== undefined && creator.url_slug !== '' && (
        <Text>
          <AnchorLink to="/a/$slug" params={{ slug: creator.url_slug }} search={{ tab: 'shop' }}>
            {t('orders-buying:item.shop')}
          </AnchorLink>
        </Text>
      )}
    </Paper>
  );
}

/** Of a description before it is expanded (commerce specification 9). */
const CHARACTERS = { wide: 300, phone: 200 };

/** A product, with the choice of options and quantity. */
export function ItemView({ plan, creator }: { plan: PlanAt; creator: User | undefined }) {
  const { t } = useTranslation(['orders-buying', 'catalog-item']);
  const [chosen, setChosen] = useState<string>();
  const isPhone = useMediaQuery('(max-width: 868.9px)', false, { getInitialValueInEffect: false });
  const bundle = isBundle(plan.product_type);
  // The first available one, until the fan chooses; a choice that sells out stays and is marked.
  const sku = bundle ? undefined : (plan.sku.find((one) => one.sku_id === chosen) ?? firstOf(plan.sku));
  const kind = KINDS[plan.product_type];
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      {sku?.pic ? (
        <Picture src={sku.pic} alt={plan.name} seed={plan.plan_id} ratio={1} radius={16} />
      ) : (
        <Gallery pics={plan.pics} name={plan.name} seed={plan.plan_id} ratio={1} radius={16} />
      )}
      <Stack gap="md">
        <Stack gap={6} align="flex-start">
          {kind !== undefined && <Badge>{t(kind)}</Badge>}
          <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start" w="100%">
            <Title order={1} fz={{ base: 24, sm: 28 }}>
              {plan.name}
            </Title>
            <ShareButton
              compact
              shared={{
                path: `/${bundle ? 'bundle' : 'item'}/${plan.plan_id}`,
                title: plan.name,
                text: creator?.name ?? '',
                picture: plan.pics[0] ?? '',
              }}
            />
          </Group>
        </Stack>
        <OfferPrice
          plan={plan}
          now={sku?.show_price_after_adjust ?? plan.show_price_after_adjust}
          plain={sku?.price ?? plan.show_price}
          own={sku?.vip_price ?? ''}
        />
        {creator !== undefined && <Maker creator={creator} />}
        <OfferNotice plan={plan} creator={creator} />
        {bundle ? <BundleChoice plan={plan} /> : <PieceChoice plan={plan} sku={sku} onChoose={setChosen} />}
        <Conditions plan={plan} />
        <Section title={t('item.detail')}>
          {plan.desc === '' ? (
            <Text c="dimmed">{t('item.noDetail')}</Text>
          ) : (
            <LongText text={plan.desc} lines={12} most={CHARACTERS[isPhone ? 'phone' : 'wide']} lh={1.8} />
          )}
        </Section>
      </Stack>
    </SimpleGrid>
  );
}

/** The conditions of buying: code, address, shipping cost. */
function Conditions({ plan }: { plan: PlanAt }) {
  const { t } = useTranslation('catalog-item');
  const hints = [
    ...(plan.need_invite_code ? [t('needs.code')] : []),
    ...(plan.shipping_template_id !== ''
      ? [t('needs.shipping')]
      : plan.need_address
        ? [t('needs.address')]
        : []),
  ];
  if (hints.length === 0) return null;
  return <Text className="hint">{hints.join(' ')}</Text>;
}

function Maker({ creator }: { creator: User }) {
  const { t } = useTranslation('orders-buying');
  return (
    <Group gap="xs">
      <PersonPicture name={creator.name} src={creator.avatar} seed={creator.user_id} size={32} />
      <Text className="hint">{t('item.by')}</Text>
      <AnchorLink to="/u/$userId" params={{ userId: creator.user_id }} size="sm" fw={650}>
        {creator.name}
      </AnchorLink>
    </Group>
  );
}
