import { Paper, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Plan } from '#services/contract/catalog/plans.ts';
import classes from './order-form.module.css';

export const MAX_REMARK_LENGTH = 500;

interface Props {
  /** The creator's own words for it, and whether it must be there; the usual ones without. */
  config?: Plan['config'];
  value: string;
  error?: string | undefined;
  onChange: (remark: string) => void;
}

/** A message to the creator, or the creator's question. */
export function RemarkField({ config, value, error, onChange }: Props) {
  const { t } = useTranslation('orders-buying');
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Textarea
        classNames={{ label: classes.remark }}
        label={config?.remark_name || t('create.remark')}
        placeholder={config?.remark_placeholder || t('create.remarkHint')}
        required={config?.remark_required === true}
        error={error}
        maxRows={6}
        maxLength={MAX_REMARK_LENGTH}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Paper>
  );
}
