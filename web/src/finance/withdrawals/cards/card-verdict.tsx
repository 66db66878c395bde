import { Alert, Button, Group, Paper, Stack, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { approveBankReview, rejectBankReview } from '#services/contract/withdrawals/bank-reviews.ts';
import { call } from '../../../api/client.ts';
import { useMutation } from '../../../api/queries.ts';
import { sentenceOf } from '../../../app/queries.ts';

const MAX_LENGTH = 200;

/** Approves, with a note or without, or rejects with a remark; who and why are written down. */
export function CardVerdict({ review_id, onDone }: { review_id: string; onDone: () => void }) {
  const { t } = useTranslation('withdrawals-cards');
  const review = useMutation({
    mutationFn: ({ approved, reason }: { approved: boolean; reason: string }): Promise<unknown> =>
      approved
        ? call(approveBankReview, { id: review_id, reason })
        : call(rejectBankReview, { id: review_id, remark: reason }),
    meta: { quiet: true },
  });
  const [remark, setRemark] = useState('');
  const [missing, setMissing] = useState(false);
  const decide = (approved: boolean) =>
    review.mutate(
      { approved, reason: remark.trim() },
      {
        onSuccess: () => {
          const message = t(approved ? 'decide.approved' : 'decide.rejected');
          notifications.show({ color: 'green', message });
          onDone();
        },
      },
    );
  const reject = () => {
    setMissing(remark.trim() === '');
    if (remark.trim() !== '') decide(false);
  };
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Textarea
          label={t('decide.remark')}
          description={t('decide.remarkHint')}
          maxLength={MAX_LENGTH}
          value={remark}
          onChange={({ currentTarget }) => setRemark(currentTarget.value)}
          error={missing && remark.trim() === '' ? t('decide.needed') : undefined}
        />
        {review.error !== null && (
          <Alert role="alert" color="red">
            {sentenceOf(review.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" loading={review.isPending} onClick={reject}>
            {t('decide.reject')}
          </Button>
          <Button loading={review.isPending} onClick={() => decide(true)}>
            {t('decide.approve')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
