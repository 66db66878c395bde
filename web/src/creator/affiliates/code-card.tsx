import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AFFILIATE_STATUS } from '#events/status.ts';
import type { Affiliate } from '#services/api/affiliates/contract.ts';
import { Dotted } from '../../components/dotted.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { useFormats } from '../../language/use-formats.ts';

interface Props {
  code: Pick<Affiliate, 'code' | 'status' | 'plans' | 'create_time'>;
  /** The other party of the code. */
  person: Affiliate['partner'];
  /** The share in words, as the one who looks at it sees it. */
  rate: string;
  note?: string;
  figures: readonly { label: string; value: string }[];
  menu?: ReactNode;
  /** What can be done with it. */
  children: ReactNode;
}

/** One code: its partner, its plans, and its totals. */
export function CodeCard({ code, person, rate, note = '', figures, menu, children }: Props) {
  const { t } = useTranslation('affiliate');
  const formats = useFormats();
  const { status, plans, create_time } = code;
  const counts = status === AFFILIATE_STATUS.active;
  const scope =
    plans.length === 0
      ? t('allPlans')
      : t('plans', { plans: formats.words(plans.map(({ name }) => name).filter((name) => name !== '')) });
  return (
    <Paper withBorder p="md" radius="md" component="li">
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
          <Group gap="sm" align="flex-start" wrap="nowrap" miw={0}>
            <PersonPicture name={person.name} src={person.avatar} seed={person.user_id} size={44} />
            <div style={{ minWidth: 0 }}>
              <Group gap={8}>
                <Text fw={650} ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                  {code.code}
                </Text>
                <Badge variant="light" color={counts ? 'green' : 'gray'}>
                  {t(counts ? 'status.active' : 'status.paused')}
                </Badge>
              </Group>
              <Text size="sm">
                {person.url_slug === '' ? (
                  person.name
                ) : (
                  <AnchorLink to="/a/$slug" params={{ slug: person.url_slug }} size="sm">
                    {person.name}
                  </AnchorLink>
                )}
              </Text>
            </div>
          </Group>
          {menu}
        </Group>
        <Text size="sm" c="dimmed" component="div" className="figures">
          <Dotted parts={[rate, scope, t('since', { time: formats.date(create_time) })]} />
          {note !== '' && <Text size="sm">{note}</Text>}
        </Text>
        <Group gap="6px 32px">
          {figures.map(({ label, value }) => (
            <div key={label}>
              <Text size="xs" c="dimmed">
                {label}
              </Text>
              <Text className="figures" fw={650} style={{ whiteSpace: 'nowrap' }}>
                {value}
              </Text>
            </div>
          ))}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
