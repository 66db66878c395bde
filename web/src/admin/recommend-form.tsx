import { useTranslation } from 'react-i18next';
import { changeRecommended } from '#services/contract/staff/admin.ts';
import { useCall } from '../api/queries.ts';
import { AccountForm } from './account-form.tsx';

/** Whether the platform recommends a creator, with the reason. */
export function RecommendForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('staff');
  return (
    <AccountForm
      label={t('recommend.title')}
      choices={['no', 'yes'] as const}
      first="no"
      nameOf={(choice) => t(`recommend.${choice}`)}
      hintOf={(choice) => t(`recommend.hint.${choice}`)}
      yes={t('recommend.save')}
      send={useCall(changeRecommended, { quiet: true })}
      requestOf={({ choice, ...input }) => ({ ...input, recommended: choice === 'yes' })}
      saved={({ changed }) => t(changed ? 'recommend.done' : 'recommend.already')}
      onClose={onClose}
    />
  );
}
