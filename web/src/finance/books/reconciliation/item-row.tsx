import { Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReconciledItem } from '#services/api/books/contract/statements.ts';
import { Dotted } from '../../../components/dotted.tsx';
import { useFormats } from '../../../language/use-formats.ts';
import classes from './reconciliation.module.css';
import { StateBadges } from './state-badge.tsx';

/** One move of money: its kind, and both amounts. */
export function ItemRow({ item, onOpen }: { item: ReconciledItem; onOpen: () => void }) {
  const { t } = useTranslation('reconciliation');
  const formats = useFormats();
  const { kind, provider, reference, time, ours, theirs, difference, user } = item;
  const said = (amount: string | null) => (amount === null ? t('nothing') : formats.money(amount));
  return (
    <UnstyledButton className={classes.row} onClick={onOpen}>
      <span className={classes.what}>
        <Text span fw={650}>
          {t(`kind.${kind}`)}
        </Text>
        <StateBadges item={item} />
      </span>
      <Text size="sm" c="dimmed" className={`figures ${classes.about}`}>
        <Dotted parts={[t(`provider.${provider as 'sandbox'}`), formats.dateTime(time), user?.name ?? '']} />
      </Text>
      <Text size="xs" c="dimmed" className={`figures ${classes.reference}`}>
        {reference}
      </Text>
      <span className={`figures ${classes.sides}`}>
        <Side name={t('ours')} amount={said(ours)} />
        <Side name={t('theirs')} amount={said(theirs)} />
        {difference !== '0.00' && <Side name={t('difference')} amount={formats.money(difference)} strong />}
      </span>
    </UnstyledButton>
  );
}

function Side({ name, amount, strong = false }: { name: string; amount: string; strong?: boolean }) {
  return (
    <span className={classes.side}>
      <Text span size="xs" c="dimmed">
        {name}
      </Text>
      <Text span size="sm" {...(strong && { fw: 650 })}>
        {amount}
      </Text>
    </span>
  );
}
