import { Button, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { IconHeart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PRODUCT_TYPE } from '#events/status.ts';
import {
  deleteSponsorRelation,
  editMembershipNotices,
  listMySponsorships,
  type Sponsoring,
} from '#services/contract/memberships/sponsors.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { useConfirm } from '../../components/confirm.tsx';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { Section } from '../../components/section.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { AccountFrame } from '../frame/account-frame.tsx';
import { PlannedRow } from './later-plan.tsx';
import { PlanRow } from './plan-row.tsx';

type Sponsored = Sponsoring['list'][number];
/** /dashboard/sponsoring: memberships that run or ended lately, and the switch of the mails about them. */
export function SponsoringPage() {
  const { t } = useLocale('orders-after-payment');
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
        isEmpty={({ list, ended }) => list.length + ended.length === 0}
      >
        {({ list, ended, notices, as_of }) => (
          <>
            {list.map((sponsored) => (
              <CreatorCard key={sponsored.user.user_id} sponsored={sponsored} now={as_of.time} />
            ))}
            {ended.length > 0 && <EndedMemberships ended={ended} />}
            <Notices on={notices} />
          </>
        )}
      </Collection>
    </AccountFrame>
  );
}

/** Turns the mails about memberships that end on and off. */
function Notices({ on }: { on: boolean }) {
  const { t } = useLocale('orders-after-payment');
  const edit = useCall(editMembershipNotices, { tells: true });
  return (
    <Section title={t('sponsoring.mails')}>
      <Switch
        label={t('sponsoring.notices')}
        checked={edit.isPending ? edit.variables.notices === true : on}
        onChange={({ currentTarget: { checked } }) => edit.mutate({ notices: checked })}
      />
    </Section>
  );
}

function CreatorCard({ sponsored, now }: { sponsored: Sponsored; now: number }) {
  const { t, formats } = useLocale('orders-after-payment');
  const { user, plans, planned, all_sum_amount, can_upgrade, can_plan_cheaper } = sponsored;
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
            <Text className="hint figures">
              {t('sponsoring.sum')} {formats.money(all_sum_amount)}
            </Text>
          </div>
        </Group>
        {plans.map((plan) => (
          <PlanRow
            key={`${plan.plan_id} ${plan.begin_time}`}
            plan={plan}
            slug={user.url_slug}
            now={now}
            userId={user.user_id}
            followed={!plan.independent && planned.length > 0}
            canUpgrade={can_upgrade}
            canPlanCheaper={can_plan_cheaper}
          />
        ))}
        {planned.map((plan) => (
          <PlannedRow key={`${plan.plan_id} ${plan.begin_time}`} plan={plan} />
        ))}
      </Stack>
    </Paper>
  );
}

/** Memberships that ended lately without a successor, with the way to join again. */
function EndedMemberships({ ended }: Pick<Sponsoring, 'ended'>) {
  const { t, formats } = useLocale('orders-after-payment');
  const { confirm, dialog } = useConfirm();
  const remove = useCall(deleteSponsorRelation, { tells: true });
  return (
    <Section title={t('sponsoring.ended')}>
      {dialog}
      {ended.map(({ user, plan: { plan_id, name, begin_time, expire_time } }) => (
        <Group key={`${plan_id} ${begin_time}`} justify="space-between" gap="sm">
          <div style={{ flex: '1 1 220px', minWidth: 0 }}>
            <Text fw={650}>
              {name} ·{' '}
              <AnchorLink to="/u/$userId" params={{ userId: user.user_id }} c="inherit">
                {user.name}
              </AnchorLink>
            </Text>
            <Text className="hint figures">
              {t('sponsoring.endedOn', { date: formats.dateTime(expire_time) })}
            </Text>
          </div>
          <Group gap="xs">
            <ButtonLink
              to="/order/create"
              search={{ plan_id, product_type: PRODUCT_TYPE.sponsorship }}
              size="xs"
              variant="default"
            >
              {t('sponsoring.again')}
            </ButtonLink>
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={t('sponsoring.removeOf', { name: user.name })}
              loading={remove.isPending && remove.variables.remote_id === user.user_id}
              onClick={() =>
                confirm({
                  text: t('sponsoring.removeAsk', { name: user.name }),
                  yes: t('sponsoring.remove'),
                  onYes: () => remove.mutate({ remote_id: user.user_id }),
                })
              }
            >
              {t('sponsoring.remove')}
            </Button>
          </Group>
        </Group>
      ))}
    </Section>
  );
}
