import { Alert, Button, Skeleton, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Price } from '#services/api/contract/orders.ts';
import type { Plan } from '#services/api/contract/plans.ts';
import { isSignedOut } from '../../api/refusal.ts';
import { sentenceOf } from '../../app/queries.ts';
import { useFormats } from '../../language/use-formats.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { Section } from '../../parts/section.tsx';
import classes from './order-form.module.css';
import { PriceLines } from './price-lines.tsx';

interface Props {
  plan: Plan;
  /** Undefined while there is nothing to price. */
  price: UseQueryResult<Price> | undefined;
  /** What is chosen is newer than the price. */
  settling: boolean;
  refusal: unknown;
  signedIn: boolean;
  placing: boolean;
  onPlace: () => void;
}

/** What it costs, line by line, and the button that places the order. */
export function PricePanel({ plan, price, settling, refusal, signedIn, placing, onPlace }: Props) {
  const { t } = useTranslation('buying');
  const formats = useFormats();
  const here = useLocation({ select: (location) => location.href });
  const updating = settling || price?.isFetching === true;
  const settled = price?.data !== undefined && !updating && !price.isError;
  return (
    <Section title={t('create.price')}>
      {price === undefined && <Text c="dimmed">{t('create.choose')}</Text>}
      {price?.isPending === true && <Skeleton height={120} />}
      {price?.data !== undefined && !price.isError && (
        <div className={updating ? classes.updating : undefined} aria-live="polite">
          <PriceLines price={price.data} plan={plan} />
        </div>
      )}
      {refusal !== null && refusal !== undefined && !isSignedOut(refusal) && (
        <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />} title={t('create.refused')}>
          {sentenceOf(refusal)}
        </Alert>
      )}
      <div className={classes.place}>
        {signedIn ? (
          <Button size="lg" fullWidth disabled={!settled} loading={placing} onClick={onPlace}>
            {settled ? `${t('create.place')} · ${formats.money(price.data.total_amount)}` : t('create.place')}
          </Button>
        ) : (
          <ButtonLink size="lg" fullWidth to="/login" search={{ back: here }}>
            {t('create.signIn')}
          </ButtonLink>
        )}
      </div>
    </Section>
  );
}
