import { Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CameraStage } from '../../../components/camera/camera-stage.tsx';
import { useCamera } from '../../../components/camera/use-camera.ts';
import { scannedPlace } from './scanned-place.ts';

/** Opens what a QR code leads to: a page here at once, another site after a warning. */
export default function ScanDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['accounts', 'media-camera']);
  const navigate = useNavigate();
  const [isStrange, setStrange] = useState(false);
  const camera = useCamera((text) => {
    const place = scannedPlace(text, window.location.origin);
    if (place.kind === 'none') return setStrange(true);
    camera.stop();
    onClose();
    void (place.kind === 'page'
      ? navigate({ href: place.href })
      : navigate({ to: '/link', search: { url: place.url } }));
  });
  const { start } = camera;
  useEffect(start, [start]);
  return (
    <Modal opened onClose={onClose} title={t('me.scan')} size="md">
      <Stack gap="sm">
        <CameraStage camera={camera} textOf={(name) => t(`me.camera.${name}`)} />
        <Text size="sm" ta="center" role="status">
          {t(isStrange ? 'me.scanNothing' : 'me.scanText')}
        </Text>
      </Stack>
    </Modal>
  );
}
