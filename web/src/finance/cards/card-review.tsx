import { Alert, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingCard } from '#services/api/contract/bank-reviews.ts';
import { type SeenCard, useSeeCard } from '../../api/bank-reviews.ts';
import { sentenceOf } from '../../app/queries.ts';
import { Fact } from '../../parts/fact.tsx';
import { CardVerdict } from './card-verdict.tsx';

const LONGEST = 200;
/** As the creator entered them; what is not among them is not shown. */
const FIELDS = [
  'name',
  'number',
  'mobile_number',
  'mobile_bank',
  'bank_acct_no',
  'bank_code',
  'bank_branch_code',
  'nation',
  'certAddress',
  'issuingName',
  'certDate1',
  'certDate2',
] as const;

/** One card: looked at with a reason, then decided. */
export function CardReview({ card, onDone }: { card: WaitingCard; onDone: () => void }) {
  const { t } = useTranslation('cards');
  const see = useSeeCard(card.review_id, card.documents);
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== '') see.mutate(reason.trim());
  };
  return (
    <Stack gap="md">
      {see.data === undefined ? (
        <Paper withBorder p="md" component="form" onSubmit={submit} aria-label={t('see.title')}>
          <Stack gap="xs">
            <Text fw={650}>{t('see.title')}</Text>
            <Group gap="xs" align="flex-end">
              <TextInput
                flex="1 1 200px"
                label={t('see.why')}
                description={t('see.hint')}
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
                {t('see.show')}
              </Button>
            </Group>
            {see.error !== null && (
              <Alert role="alert" color="red">
                {sentenceOf(see.error)}
              </Alert>
            )}
          </Stack>
        </Paper>
      ) : (
        <InTheClear seen={see.data} />
      )}
      <CardVerdict review_id={card.review_id} onDone={onDone} />
    </Stack>
  );
}

function InTheClear({ seen: { card, documents } }: { seen: SeenCard }) {
  const { t } = useTranslation('cards');
  return (
    <Paper withBorder p="md" role="status">
      <Text fw={650}>{t('see.title')}</Text>
      {FIELDS.map((field) =>
        card[field] ? (
          <Fact key={field} label={t(`field.${field}`)}>
            {card[field]}
          </Fact>
        ) : null,
      )}
      <Stack gap="xs" mt="xs">
        {documents.map(({ side, mime, data }) => (
          <img
            key={side}
            src={`data:${mime};base64,${data}`}
            alt={t(`see.${side}`)}
            style={{ maxWidth: '100%', borderRadius: 8 }}
          />
        ))}
      </Stack>
      <Text size="xs" c="dimmed" mt="xs">
        {t('see.recorded')}
      </Text>
    </Paper>
  );
}
