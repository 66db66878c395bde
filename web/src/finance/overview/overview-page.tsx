import { useTranslation } from 'react-i18next';
import { PageHead } from '../../parts/page-head.tsx';

/** /finance: what needs attention first, oldest on top; then what the books come to. */
export function OverviewPage() {
  const { t } = useTranslation('finance');
  return <PageHead title={t('overview.title')} text={t('overview.text')} />;
}
