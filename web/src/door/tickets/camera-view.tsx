import { useTranslation } from 'react-i18next';
import { CameraStage } from '../../components/camera/camera-stage.tsx';
import type { Camera } from '../../components/camera/use-camera.ts';
import type { CheckInAtWork } from '../use-check-in.ts';
import { VerdictCover } from './verdict-cover.tsx';

/** The camera's picture with the last result; the camera keeps scanning. */
export function CameraView({ camera, door }: { camera: Camera; door: CheckInAtWork }) {
  const { t } = useTranslation('door');
  return (
    <CameraStage camera={camera} textOf={(name) => t(`camera.${name}`)}>
      {door.shown && (
        <VerdictCover
          key={door.shown.scan_id}
          verdict={door.shown.verdict}
          onNext={door.next}
          onAdmit={door.admitAnyway}
        />
      )}
    </CameraStage>
  );
}
