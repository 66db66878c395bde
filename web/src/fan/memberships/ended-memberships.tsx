import { Group, Text } from '@mantine/core';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Sponsoring } from '#services/api/stats/contract.ts';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { Section } from '../../components/section.tsx';
import { useLocale } from '../../language/use-locale.ts';

/** Memberships that ended lately without a successor, with the way to join again. */
export function EndedMemberships({ ended }: Pick<Sponsoring, 'ended'>) {
  const { t, formats } = useLocale('after');
  return (
    <Section title={t('sponsoring.ended')}>
      {ended.map(({ user, plan: { plan_id, name, begin_time, expire_time } }) => (
        <Group key={`${plan_id} ${begin_time}`} justify="space-between" gap="sm" mt="sm">
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
          <ButtonLink
            to="/order/create"
            search={{ plan_id, product_type: PRODUCT_TYPE.sponsorship }}
            size="xs"
            variant="default"
          >
            {t('sponsoring.again')}
          </ButtonLink>
        </Group>
      ))}
    </Section>
  );
}
