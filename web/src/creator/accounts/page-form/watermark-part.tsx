import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WATERMARK } from '#events/status.ts';
import { setWatermark } from '#services/api/accounts/contract/page-settings.ts';
import { useCall } from '../../../api/queries.ts';
import { Section } from '../../../components/section.tsx';

const KINDS = Object.entries(WATERMARK) as [
  keyof typeof WATERMARK,
  (typeof WATERMARK)[keyof typeof WATERMARK],
][];

/** The mark on pictures that are uploaded from now on; saved at once. */
export function WatermarkPart({ watermark, slug }: { watermark: number; slug: string }) {
  const { t } = useTranslation('studio');
  const set = useCall(setWatermark);
  return (
    <Section title={t('watermark.title')} text={t('watermark.text', { mark: `@${slug}` })}>
      <SegmentedControl
        aria-label={t('watermark.title')}
        style={{ alignSelf: 'flex-start' }}
        value={String(set.isPending ? set.variables.watermark : watermark)}
        data={KINDS.map(([name, code]) => ({ value: String(code), label: t(`watermark.kind.${name}`) }))}
        onChange={(value) => {
          const chosen = KINDS.find(([, code]) => String(code) === value);
          if (chosen) set.mutate({ watermark: chosen[1] });
        }}
      />
    </Section>
  );
}
