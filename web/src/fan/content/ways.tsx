import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Post } from '#services/contract/content/posts.ts';
import { ButtonLink } from '../../components/links.tsx';
import { useLocale } from '../../language/use-locale.ts';
import type { BoughtFor } from './bought-for.ts';
import classes from './post-page.module.css';

type Way = Post['ways'][number];

interface Props {
  ways: readonly Way[];
  /** Where the checkout leads back to. */
  back: BoughtFor;
  /** What else it opens. */
  hintOf: (way: Way) => ReactNode;
}

/** What can be bought, its price now, and buttons to the checkout. */
export function Ways({ ways, back, hintOf }: Props) {
  return (
    <ul className={classes.ways}>
      {ways.map((way, index) => (
        <li key={`${way.plan_id} ${way.sku_id}`} className={classes.way}>
          <WayTo way={way} back={back} hint={hintOf(way)} first={index === 0} />
        </li>
      ))}
    </ul>
  );
}

interface WayProps extends Pick<Props, 'back'> {
  way: Way;
  hint: ReactNode;
  first: boolean;
}

function WayTo({ way, back, hint, first }: WayProps) {
  const { t, formats } = useLocale('content');
  const { kind, plan_id, name, price, months } = way;
  const isMembership = kind === 'membership';
  const text = t(`unlock.${way.step}`);
  const button = { variant: first ? 'filled' : 'light', 'aria-label': `${text} ${name}` } as const;
  return (
    <>
      <div style={{ minWidth: 0, flex: '1 1 160px' }}>
        <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text className="figures">
          {formats.money(price)}
          {isMembership && months > 0 && (
            <Text span c="dimmed" size="sm">
              {' / '}
              {months === 1 ? t('unlock.month') : t('unlock.months', { count: months })}
            </Text>
          )}
        </Text>
        {hint}
      </div>
      {isMembership ? (
        <ButtonLink
          to="/order/create"
          search={{ plan_id, product_type: PRODUCT_TYPE.sponsorship, ...back }}
          {...button}
        >
          {text}
        </ButtonLink>
      ) : (
        <ButtonLink to="/item/$planId" params={{ planId: plan_id }} search={back} {...button}>
          {text}
        </ButtonLink>
      )}
    </>
  );
}
