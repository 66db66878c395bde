import { Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  type CardDocument,
  type CardInTheClear,
  getBankReview,
  getBankReviewDocument,
  type WaitingCard,
} from '#services/contract/withdrawals/bank-reviews.ts';
import { call } from '../../../api/client.ts';
import { useMutation } from '../../../api/queries.ts';
import { Fact } from '../../../components/fact.tsx';
import { RecordedAccess } from '../../../components/staff/recorded-access.tsx';
import { CardVerdict } from './card-verdict.tsx';

/** The fields as entered by the creator; others are not shown. */
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

interface SeenCard {
  card: CardInTheClear['card'];
  documents: CardDocument[];
}

/** Shows a card and its pictures in the clear: each look is recorded with the reason, so nothing is kept here. */
const useSeeCard = ({ review_id: id, documents }: WaitingCard) =>
  useMutation({
    mutationFn: async (reason: string): Promise<SeenCard> => {
      const [{ card }, ...pictures] = await Promise.all([
        call(getBankReview, { id, reason }),
        ...documents.map((side) => call(getBankReviewDocument, { id, side, reason })),
      ]);
      return { card, documents: pictures };
    },
    gcTime: 0,
    meta: { quiet: true },
  });

/** One card: looked at with a reason, then decided. */
export function CardReview({ card, onDone }: { card: WaitingCard; onDone: () => void }) {
  const { t } = useTranslation('withdrawals-cards');
  const see = useSeeCard(card);
  return (
    <Stack gap="md">
      {see.data === undefined ? (
        <Paper withBorder p="md" component="section" aria-label={t('see.title')}>
          <RecordedAccess
            title={t('see.title')}
            why={t('see.why')}
            hint={t('see.hint')}
            show={t('see.show')}
            send={see}
            requestOf={(reason) => reason}
          />
        </Paper>
      ) : (
        <InTheClear seen={see.data} />
      )}
      <CardVerdict review_id={card.review_id} onDone={onDone} />
    </Stack>
  );
}

function InTheClear({ seen: { card, documents } }: { seen: SeenCard }) {
  const { t } = useTranslation('withdrawals-cards');
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
      <Text className="footnote" mt="xs">
        {t('see.recorded')}
      </Text>
    </Paper>
  );
}
