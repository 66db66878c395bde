import { Button, Loader, Text } from '@mantine/core';
import { IconCamera, IconCameraOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CheckInAtWork } from '../use-check-in.ts';
import classes from './stage.module.css';
import type { Camera } from './use-camera.ts';
import { VerdictCover } from './verdict-cover.tsx';

/** The camera's picture with the last result; the camera keeps scanning. */
export function CameraView({ camera, door }: { camera: Camera; door: CheckInAtWork }) {
  const { t } = useTranslation('door');
  const { state, video, start } = camera;
  const on = state === 'on';
  return (
    <div className={classes.stage}>
      <video
        ref={video}
        className={classes.video}
        hidden={!on}
        muted
        playsInline
        aria-label={t('camera.label')}
      />
      {on && (
        <>
          <div className={classes.frame} />
          <Text className={classes.aim}>{t('camera.aim')}</Text>
        </>
      )}
      {!on && (
        <div className={classes.cover}>
          {state === 'starting' ? (
            <>
              <Loader color="white" type="dots" aria-hidden />
              <Text role="status">{t('camera.starting')}</Text>
            </>
          ) : (
            <>
              {state === 'off' ? (
                <IconCamera size={56} aria-hidden />
              ) : (
                <IconCameraOff size={56} aria-hidden />
              )}
              {state !== 'off' && <Text role="alert">{t(`camera.${state}`)}</Text>}
              <Button variant="white" color="dark" size="md" onClick={start}>
                {t('camera.start')}
              </Button>
            </>
          )}
        </div>
      )}
      {door.shown && (
        <VerdictCover
          key={door.shown.scan_id}
          verdict={door.shown.verdict}
          onNext={door.next}
          onAdmit={door.admitAnyway}
        />
      )}
    </div>
  );
}
