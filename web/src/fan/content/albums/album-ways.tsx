import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Post } from '#services/contract/content/posts.ts';
import { ButtonLink } from '../../../components/links.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import classes from '../post-page.module.css';

type Way = Post['ways'][number];

/** What opens the whole album, with its total now and the number of posts. */
export function AlbumWays({ ways }: { ways: readonly Way[] }) {
  const { t } = useLocale('content-albums');
  return (
    <Paper withBorder component="section" p={{ base: 'md', sm: 'lg' }} aria-label={t('unlock')}>
      <Stack gap="md">
        <Title order={2} fz="lg">
          {t('unlock')}
        </Title>
        <ul className={classes.ways}>
          {ways.map((way, index) => (
            <li key={`${way.plan_id} ${way.sku_id}`} className={classes.way}>
              <WayTo way={way} first={index === 0} />
            </li>
          ))}
        </ul>
      </Stack>
    </Paper>
  );
}

function WayTo({ way, first }: { way: Way; first: boolean }) {
  const { t, formats } = useLocale(['content-albums', 'content']);
  const { kind, plan_id, name, price, months, opens } = way;
  const isMembership = kind === 'membership';
  const text = t(`content:unlock.${way.step}`);
  const button = { variant: first ? 'filled' : 'light', 'aria-label': `${text} ${name}` } as const;
  return (
    <>
      <div style={{ minWidth: 0, flex: '1 1 160px' }}>
        <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Group gap={6} className="figures">
          <Text span>
            {formats.money(price)}
            {isMembership && months > 0 && (
              <Text span c="dimmed" size="sm">
                {' / '}
                {months === 1 ? t('content:unlock.month') : t('content:unlock.months', { count: months })}
              </Text>
            )}
          </Text>
          <Text span className="hint">
            {t('opens', { count: opens })}
          </Text>
        </Group>
      </div>
      {isMembership ? (
        <ButtonLink
          to="/order/create"
          search={{ plan_id, product_type: PRODUCT_TYPE.sponsorship }}
          {...button}
        >
          {text}
        </ButtonLink>
      ) : (
        <ButtonLink to="/item/$planId" params={{ planId: plan_id }} {...button}>
          {text}
        </ButtonLink>
      )}
    </>
  );
}
