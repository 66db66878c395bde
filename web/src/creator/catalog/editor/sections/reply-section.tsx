import { useTranslation } from 'react-i18next';
import { isByPiece } from '#events/status.ts';
import { useProfile } from '../../../../app/session.ts';
import { Section } from '../../../../components/section.tsx';
import type { PlanForm } from '../use-plan-form.ts';
import { ReplyFields } from './reply-fields.tsx';

/** If the signed-in creator is certified; assumed until known. */
export const useVerified = (): boolean => useProfile()?.user.is_verified !== 0;

/** Automatic replies to every buyer. */
export function ReplySection({ form, left }: { form: PlanForm; left: number | undefined }) {
  const { t } = useTranslation('catalog-selling');
  const verified = useVerified();
  const { product_type, reply_switch, reply_random_switch, reply_random_content } = form.values;
  return (
    <Section title={t('reply.title')} text={t(verified ? 'reply.text' : 'reply.verifiedOnly')}>
      <ReplyFields
        form={form}
        path=""
        on={reply_switch}
        draws={!isByPiece(product_type)}
        random={reply_random_switch}
        lines={reply_random_content}
        left={left}
        verified={verified}
      />
    </Section>
  );
}
