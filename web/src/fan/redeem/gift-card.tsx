import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { RedeemOffer } from '#services/contract/redeem/calls.ts';
import { AnchorLink } from '../../components/links.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { Picture } from '../../components/pictures/picture.tsx';
import { timesYuan } from '../../components/wire-money.ts';
import { useLocale } from '../../language/use-locale.ts';
import { toChoose } from './choice.ts';

/** The price of the gift: its months, its model, or the cheapest way to buy the plan. */
function worthOf({ plan, sku_id, month }: RedeemOffer): string {
  if (plan.product_type === PRODUCT_TYPE.sponsorship) return timesYuan(plan.price, month);
  return plan.sku.find((sku) => sku.sku_id === sku_id)?.price ?? plan.floor_price;
}

/** Any one of several models, which differ in price. */
const leavesChoice = ({ plan, sku_id }: RedeemOffer): boolean =>
  toChoose({ plan, sku_id }) === 1 && new Set(plan.sku.map(({ price }) => price)).size > 1;

/** The contents of a code, and its creator. */
export function GiftCard({ offer }: { offer: RedeemOffer }) {
  const { t, formats } = useLocale('redeem');
  const { plan, sku_id, month, valid_until, creator } = offer;
  const sku = plan.sku.find((one) => one.sku_id === sku_id);
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section">
      <Stack gap="md">
        <Group gap="xs">
          <PersonPicture name={creator.name} src={creator.avatar} seed={creator.user_id} size={32} />
          {creator.url_slug === '' ? (
            <Text size="sm">{t('fan.gift', { name: creator.name })}</Text>
          ) : (
            <AnchorLink to="/a/$slug" params={{ slug: creator.url_slug }} size="sm">
              {t('fan.gift', { name: creator.name })}
            </AnchorLink>
          )}
        </Group>
        <Picture src={sku?.pic || plan.pic} alt="" seed={plan.plan_id} ratio={16 / 9} radius={12} />
        <div>
          <Title order={1} fz={{ base: 22, sm: 26 }}>
            {plan.name}
          </Title>
          {sku !== undefined && sku.name !== plan.name && <Text>{sku.name}</Text>}
        </div>
        <Group gap="md">
          {month > 0 && !plan.permanent && (
            <Text fw={650} className="figures">
              {t('fan.months', { count: month })}
            </Text>
          )}
          <Text c="dimmed" className="figures">
            {t(leavesChoice(offer) ? 'fan.worthFrom' : 'fan.worth', { price: formats.money(worthOf(offer)) })}
          </Text>
        </Group>
        {plan.desc !== '' && (
          <Text className="hint" lineClamp={4} style={{ whiteSpace: 'pre-line' }}>
            {plan.desc}
          </Text>
        )}
        {valid_until !== null && offer.status === 'open' && (
          <Text size="sm" className="figures">
            {t('fan.until', { time: formats.dateTime(valid_until) })}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
