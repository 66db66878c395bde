import { Alert, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSeePayee } from '../../api/finance-withdrawals.ts';
import { sentenceOf } from '../../app/queries.ts';
import { Fact } from '../../parts/fact.tsx';

const LONGEST = 200;
/** As the creator entered them; what is not among them is not shown. */
const FIELDS = [
  'realname',
  'account',
  'name',
  'number',
  'mobile_number',
  'mobile_bank',
  'bank_acct_no',
  'bank_code',
  'bank_branch_code',
] as const;

/** Where the money goes, shown on demand only: each look is recorded with its reason. */
export function PayeePart({ order_id }: { order_id: string }) {
  const { t } = useTranslation('payouts');
  const see = useSeePayee(order_id);
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== '') see.mutate(reason.trim());
  };
  const payee = see.data?.payee;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('payee.title')}>
      {payee === undefined ? (
        <form onSubmit={submit}>
          <Stack gap="xs">
            <Text fw={650}>{t('payee.title')}</Text>
            <Group gap="xs" align="flex-end">
              <TextInput
                flex={1}
                miw={200}
                label={t('payee.why')}
                description={t('payee.hint')}
                maxLength={LONGEST}
                value={reason}
                onChange={({ currentTarget }) => setReason(currentTarget.value)}
              />
              <Button
                type="submit"
                variant="default"
                leftSection={<IconEye size={18} aria-hidden />}
                loading={see.isPending}
                disabled={reason.trim() === ''}
              >
                {t('payee.show')}
              </Button>
            </Group>
            {see.error !== null && (
              <Alert role="alert" color="red" radius="lg">
                {sentenceOf(see.error)}
              </Alert>
            )}
          </Stack>
        </form>
      ) : (
        <div role="status">
          <Text fw={650}>{t('payee.title')}</Text>
          {Object.keys(payee).length === 0 && <Text c="dimmed">{t('payee.erased')}</Text>}
          {FIELDS.map((field) =>
            payee[field] ? (
              <Fact key={field} label={t(`payee.field.${field}`)}>
                {payee[field]}
              </Fact>
            ) : null,
          )}
          <Text size="xs" c="dimmed">
            {t('payee.recorded')}
          </Text>
        </div>
      )}
    </Paper>
  );
}
