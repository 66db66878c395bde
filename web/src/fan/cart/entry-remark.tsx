import { Button, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CartEntry, editCartRemark } from '#services/contract/cart/calls.ts';
import { useCall } from '../../api/queries.ts';
import { ServerForm } from '../../components/forms/server-form.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { MAX_REMARK_LENGTH } from '../orders/checkout/remark-field.tsx';

interface Props {
  entry: CartEntry;
  error: string | undefined;
}

/** A word to the creator about one thing, in the creator's own words for it; opened when it is needed. */
export function EntryRemark({ entry, error }: Props) {
  const { t } = useTranslation('cart');
  const { remark_name, remark_required } = entry.plan.config;
  const [open, setOpen] = useState(false);
  const label = remark_name || t('remarkWord');
  const missing = remark_required && entry.remark === '' ? t('remarkRequired', { name: label }) : undefined;
  if (!open) {
    return (
      <div>
        <Group gap={8} wrap="nowrap">
          {entry.remark !== '' && (
            <Text
              className="hint"
              lineClamp={2}
              title={`${label}: ${entry.remark}`}
              style={{ minWidth: 0, overflowWrap: 'anywhere' }}
            >
              {label}: {entry.remark}
            </Text>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            ml={entry.remark === '' ? -10 : 0}
            style={{ flexShrink: 0 }}
            onClick={() => setOpen(true)}
          >
            {entry.remark !== '' ? t('remark.edit') : remark_name || t('remark.add')}
          </Button>
        </Group>
        {(error ?? missing) !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role={error === undefined ? undefined : 'alert'}>
            {error ?? missing}
          </Text>
        )}
      </div>
    );
  }
  return <RemarkForm entry={entry} label={label} onClose={() => setOpen(false)} />;
}

function RemarkForm({
  entry,
  label,
  onClose,
}: Pick<Props, 'entry'> & { label: string; onClose: () => void }) {
  const { t } = useTranslation('cart');
  const { remark_placeholder, remark_required } = entry.plan.config;
  const form = useServerForm({
    initialValues: { remark: entry.remark },
    send: useCall(editCartRemark),
    requestOf: ({ remark }) => ({ cart_id: entry.cart_id, remark: remark.trim() }),
    onDone: onClose,
    toasts: true,
  });
  return (
    <ServerForm
      form={form}
      gap="xs"
      submit={t('remark.save')}
      button={{ size: 'compact-sm' }}
      onCancel={onClose}
    >
      <Textarea
        label={label}
        placeholder={remark_placeholder || t('remark.placeholder')}
        required={remark_required}
        maxRows={6}
        maxLength={MAX_REMARK_LENGTH}
        {...form.getInputProps('remark')}
      />
    </ServerForm>
  );
}
