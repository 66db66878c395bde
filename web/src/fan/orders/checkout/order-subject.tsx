import { Group, Paper, Stack, Title } from '@mantine/core';
import type { User } from '#services/contract/accounts/accounts.ts';
import { LongText } from '../../../components/long-text.tsx';
import { Name } from '../../../components/name.tsx';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import { Picture } from '../../../components/pictures/picture.tsx';
import type { PlanAt } from '../../catalog/item/plan-at.ts';
import { TimeLeft } from '../../catalog/item/time-left.tsx';
import classes from './order-form.module.css';

/** Of a description before it is expanded (commerce specification 9). */
const ORDER_CHARACTERS = 14;

/** The ordered plan and its creator. */
export function OrderSubject({ plan, creator }: { plan: PlanAt; creator: User | undefined }) {
  const limit = plan.has_time_limit_price ? plan.time_limit_price : null;
  return (
    <Paper withBorder p="md">
      <Group wrap="nowrap" align="flex-start">
        <div className={classes.picture}>
          <Picture src={plan.pic} alt="" seed={plan.plan_id} ratio={1} radius={10} />
        </div>
        <Stack gap={4} miw={0}>
          <Title order={2} fz="lg">
            {plan.name}
          </Title>
          {creator !== undefined && <Maker creator={creator} />}
          {limit !== null && <TimeLeft at={limit.end_time} now={plan.now} of="ends" />}
          {plan.desc !== '' && <LongText text={plan.desc} lines={2} most={ORDER_CHARACTERS} />}
        </Stack>
      </Group>
    </Paper>
  );
}

/** Picture and name of a creator, in one line. */
function Maker({ creator }: { creator: Pick<User, 'user_id' | 'name' | 'avatar'> }) {
  return (
    <Group gap={8} wrap="nowrap">
      <PersonPicture name={creator.name} src={creator.avatar} seed={creator.user_id} size={24} />
      <Name size="sm" c="dimmed">
        {creator.name}
      </Name>
    </Group>
  );
}
