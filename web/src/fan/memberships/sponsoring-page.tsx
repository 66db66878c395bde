import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconHeart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import { listMySponsorships, type Sponsoring } from '#services/api/stats/contract.ts';
import { queryOf } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { useFormats } from '../../language/use-formats.ts';
import { AccountFrame } from '../frame/account-frame.tsx';

type Sponsored = Sponsoring['list'][number];
type Membership = Sponsored['plans'][number];

/** The wire's value for no end. */
const NEVER_ENDS = 2_114_352_000;
const DAY_SECONDS = 86_400;
/** From this many days on, the remaining days are shown. */
const SOON_DAYS = 14;

/** /dashboard/sponsoring: memberships that run, until when, and the ways to extend or upgrade them. */
export function SponsoringPage() {
  const { t } = useTranslation('after');
  const query = useQuery(queryOf(listMySponsorships, {}));
  return (
    <AccountFrame title={t('sponsoring.title')} text={t('sponsoring.text')}>
      <Collection
        query={query}
        waiting={{ count: 2, height: 168 }}
        nothing={{
          icon: <IconHeart aria-hidden />,
          title: t('sponsoring.empty'),
          text: t('sponsoring.emptyText'),
          action: <ButtonLink to="/explore">{t('sponsoring.explore')}</ButtonLink>,
        }}
        gap="md"
      >
        {({ list, as_of }) =>
          list.map((sponsored) => (
            <CreatorCard key={sponsored.user.user_id} sponsored={sponsored} now={as_of.time} />
          ))
        }
      </Collection>
    </AccountFrame>
  );
}

function CreatorCard({ sponsored, now }: { sponsored: Sponsored; now: number }) {
  const { t } = useTranslation('after');
  const formats = useFormats();
  const { user, plans, all_sum_amount } = sponsored;
  return (
    <Paper withBorder p="md" component="article">
      <Stack gap="md">
        <Group gap="sm" wrap="nowrap">
          <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={48} />
          <div style={{ minWidth: 0, flex: 1 }}>
            <Title order={2} fz="md">
              <AnchorLink to="/u/$userId" params={{ userId: user.user_id }} c="inherit">
                {user.name}
              </AnchorLink>
            </Title>
            <Text size="sm" c="dimmed" className="figures">
              {t('sponsoring.sum')} {formats.money(all_sum_amount)}
            </Text>
          </div>
        </Group>
        {plans.map((plan) => (
          <PlanRow key={`${plan.plan_id} ${plan.begin_time}`} plan={plan} slug={user.url_slug} now={now} />
        ))}
      </Stack>
    </Paper>
  );
}

interface RowProps {
  plan: Membership;
  slug: string;
  /** Unix seconds: the base of the remaining days. */
  now: number;
}

function PlanRow({ plan, slug, now }: RowProps) {
  const { t } = useTranslation('after');
  const formats = useFormats();
  const { plan_id, name, independent, begin_time, expire_time, monthly_amount } = plan;
  const forever = expire_time >= NEVER_ENDS;
  const days = Math.max(0, Math.ceil((expire_time - Math.max(now, begin_time)) / DAY_SECONDS));
  return (
    <Group justify="space-between" gap="sm" align="flex-end">
      <div style={{ flex: '1 1 220px', minWidth: 0 }}>
        <Group gap={8}>
          <Text fw={650}>{name}</Text>
          {independent && (
            <Badge variant="light" color="gray">
              {t('sponsoring.independent')}
            </Badge>
          )}
          {!forever && days <= SOON_DAYS && (
            <Badge variant="light" color="orange">
              {t('sponsoring.left', { count: days })}
            </Badge>
          )}
        </Group>
        <Text className="figures">
          {forever ? t('sponsoring.forever') : t('sponsoring.until', { date: formats.dateTime(expire_time) })}
        </Text>
        <Text size="sm" c="dimmed" className="figures">
          {t('sponsoring.since', { date: formats.date(begin_time) })}
          {!forever && ` · ${t('sponsoring.monthly', { amount: formats.money(monthly_amount) })}`}
        </Text>
      </div>
      <Group gap="xs">
        {!forever && (
          <ButtonLink
            to="/order/create"
            search={{ plan_id, product_type: PRODUCT_TYPE.sponsorship }}
            size="xs"
          >
            {t('sponsoring.extend')}
          </ButtonLink>
        )}
        {!forever && !independent && slug !== '' && (
          <ButtonLink to="/a/$slug/plan" params={{ slug }} size="xs" variant="default">
            {t('sponsoring.upgrade')}
          </ButtonLink>
        )}
      </Group>
    </Group>
  );
}
