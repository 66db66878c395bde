import { Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../stats.module.css';

interface Props {
  /** Which figure it is, for screen readers. */
  label: string;
  value: string;
  /** Undefined: the figure has no orders. */
  onExplain: (() => void) | undefined;
}

/** A figure in a table, which opens its orders. */
export function ExplainCell({ label, value, onExplain }: Props) {
  const { t } = useTranslation('shell');
  if (onExplain === undefined) {
    return (
      <Text span inherit c="dimmed" className="figures">
        {value}
      </Text>
    );
  }
  return (
    <UnstyledButton fz="inherit" aria-label={t('figure.explain', { label, value })} onClick={onExplain}>
      <Text span inherit className={`figures ${classes.opens}`}>
        {value}
      </Text>
    </UnstyledButton>
  );
}
