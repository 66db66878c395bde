import { Alert, Stack, Text } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import type { AccessExplanation } from '#services/contract/content/access.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { GrantLine, type OrderLink } from './grant-line.tsx';

interface ExplanationProps {
  explanation: AccessExplanation;
  /** About an earlier time. */
  past: boolean;
  own: boolean;
  orderLink?: OrderLink;
}

/** Whether a person can read a post, and the memberships and purchases that this follows from. */
export function Explanation({ explanation, past, own, orderLink }: ExplanationProps) {
  const { t, formats } = useLocale('content-access');
  const { open, reason, time, grants, public_time, user } = explanation;
  const moment = past ? formats.dateTime(time) : '';
  const when = past ? 'past' : 'now';
  const title = open ? t(`open.${when}`, { time: moment }) : t(`closed.${when}`, { time: moment });
  const who = own ? t('you') : user.name;
  return (
    <Stack gap="md">
      <Alert
        role="status"
        color={open ? 'green' : 'orange'}
        icon={open ? <IconLockOpen aria-hidden /> : <IconLock aria-hidden />}
        title={title}
      >
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t(`reason.${reason}`, { who, time: formats.dateTime(public_time) })}
        </Text>
        {!open && public_time > time && (
          <Text size="sm" className="figures">
            {t('opensLater', { time: formats.dateTime(public_time) })}
          </Text>
        )}
      </Alert>
      {grants.length > 0 && reason !== 'creator' && (
        <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {grants.map((grant) => (
            <li key={`${grant.out_trade_no} ${grant.plan_id} ${grant.sku_id}`}>
              <GrantLine grant={grant} orderLink={orderLink} />
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
