import { Box, Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type PointerEvent, type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#services/contract/accounts/accounts.ts';
import classes from './copy-guard.module.css';

/** A picture that is pressed this long is meant to be saved. */
const LONG_PRESS_MS = 1500;
/** A finger that moves further scrolls, in pixels. */
const MAX_MOVE = 10;

/** Calls `onLong` when a picture is pressed for a while; scrolling and zooming are no such presses. */
function useLongPress(onLong: () => void) {
  const press = useRef<{ timer: number; x: number; y: number }>(undefined);
  const end = () => {
    window.clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  useEffect(() => end, []);
  return {
    onPointerDown: ({ target, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      end();
      if (isPrimary && target instanceof HTMLImageElement)
        press.current = { timer: window.setTimeout(onLong, LONG_PRESS_MS), x, y };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { current } = press;
      if (current && Math.hypot(clientX - current.x, clientY - current.y) > MAX_MOVE) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/**
 * A creator's texts and pictures; neither is copied where the creator does not want it. The elements inside stay when the
 * creator is known later: a video that was started goes on.
 */
export function CopyGuard({ creator, children }: { creator: User['creator']; children: ReactNode }) {
  const { t } = useTranslation('catalog-creators');
  const [opened, { open, close }] = useDisclosure(false);
  const { can_copy_text = true, can_copy_pic = true } = creator ?? {};
  const press = useLongPress(open);
  const keepPicture = (event: SyntheticEvent) => {
    if (can_copy_pic || !(event.target instanceof HTMLImageElement)) return;
    event.preventDefault();
    open();
  };
  return (
    <Box
      {...(!(can_copy_text && can_copy_pic) && {
        className: classes.guard,
        'data-text': can_copy_text || undefined,
        'data-pic': can_copy_pic,
      })}
      onContextMenu={keepPicture}
      onDragStart={keepPicture}
      {...(!can_copy_pic && press)}
    >
      {children}
      <Modal opened={opened} onClose={close} title={t('copy.title')} centered>
        <Text>{t('copy.text')}</Text>
        <Button fullWidth mt="lg" onClick={close}>
          {t('copy.close')}
        </Button>
      </Modal>
    </Box>
  );
}
