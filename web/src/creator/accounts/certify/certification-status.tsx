import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconClock, IconInfoCircle, type IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { CERTIFICATION_STATUS } from '#events/status.ts';
import type { CertificationAnswer } from '#services/contract/accounts/certification.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { useCreator } from '../../frame/creator-guard.ts';

interface Look {
  key: 'pending' | 'approved' | 'rejected' | 'onHold';
  color: string;
  icon: ComponentType<IconProps>;
}

const LOOKS: Readonly<Record<number, Look>> = {
  [CERTIFICATION_STATUS.pending]: { key: 'pending', color: 'blue', icon: IconClock },
  [CERTIFICATION_STATUS.approved]: { key: 'approved', color: 'green', icon: IconCircleCheck },
  [CERTIFICATION_STATUS.rejected]: { key: 'rejected', color: 'red', icon: IconInfoCircle },
  [CERTIFICATION_STATUS.on_hold]: { key: 'onHold', color: 'orange', icon: IconInfoCircle },
};

/** The state of an application. */
export function CertificationStatus({ certification }: { certification: CertificationAnswer }) {
  const { t, formats } = useLocale(['accounts-certification', 'shell']);
  const slug = useCreator()?.url_slug ?? '';
  const { status, submit_time, review_time, url, remark } = certification;
  const look = LOOKS[status];
  if (look === undefined) return null;
  const { key, color, icon: Icon } = look;
  return (
    <Alert color={color} icon={<Icon aria-hidden />} title={t(`status.${key}`)} role="status">
      <Stack gap={4}>
        <Text size="sm">{t(`status.${key}Text`)}</Text>
        {remark !== '' && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('status.because', { reason: remark })}
          </Text>
        )}
        {submit_time !== null && (
          <Text size="sm" className="figures">
            {t('status.submitted', { time: formats.dateTime(submit_time) })}
          </Text>
        )}
        {status === CERTIFICATION_STATUS.approved && (
          <>
            {review_time !== null && (
              <Text size="sm" className="figures">
                {t('status.certified', { time: formats.dateTime(review_time) })}
              </Text>
            )}
            <AnchorLink to="/a/$slug" params={{ slug }} size="sm">
              {t('shell:nav.myPage')}
            </AnchorLink>
          </>
        )}
        {url !== '' && (
          <Anchor href={url} size="sm" target="_blank" rel="noreferrer noopener">
            {t('status.shown')}
          </Anchor>
        )}
      </Stack>
    </Alert>
  );
}
