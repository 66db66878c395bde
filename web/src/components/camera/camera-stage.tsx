import { Button, Loader, Text } from '@mantine/core';
import { IconCamera, IconCameraOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './stage.module.css';
import type { Camera } from './use-camera.ts';

interface Props {
  camera: Camera;
  /** Why there is no picture, and what helps. */
  textOf: (state: 'denied' | 'none') => string;
  /** Above the picture. */
  children?: ReactNode;
}

/** The camera's picture with a frame for the code, and the way to turn the camera on. */
export function CameraStage({ camera, textOf, children }: Props) {
  const { t } = useTranslation('media-camera');
  const { state, video, start } = camera;
  const on = state === 'on';
  return (
    <div className={classes.stage}>
      <video ref={video} className={classes.video} hidden={!on} muted playsInline aria-label={t('label')} />
      {on && (
        <>
          <div className={classes.frame} />
          <Text className={classes.aim}>{t('aim')}</Text>
        </>
      )}
      {!on && (
        <div className={classes.cover}>
          {state === 'starting' ? (
            <>
              <Loader color="white" type="dots" aria-hidden />
              <Text role="status">{t('starting')}</Text>
            </>
          ) : (
            <>
              {state === 'off' ? (
                <IconCamera size={56} aria-hidden />
              ) : (
                <IconCameraOff size={56} aria-hidden />
              )}
              {state !== 'off' && <Text role="alert">{textOf(state)}</Text>}
              <Button variant="white" color="dark" size="md" onClick={start}>
                {t('start')}
              </Button>
            </>
          )}
        </div>
      )}
      {children}
    </div>
  );
}
