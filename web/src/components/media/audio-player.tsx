import { ActionIcon, Box, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { durationWords } from './amounts.ts';
import classes from './media.module.css';
import { player, SPEEDS, type Track } from './player.ts';

export const usePlayer = () => useSyncExternalStore(player.subscribe, player.snapshot);

/** The name without its ending. */
export const soundTitle = (name: string): string => name.replace(/\.[a-z0-9]{2,4}$/i, '');

/** A sound of a post: button, place, speed. */
export function AudioPlayer({ track }: { track: Track }) {
  const { t } = useTranslation('media');
  const state = usePlayer();
  const isCurrent = state.track?.file.file_id === track.file.file_id;
  const isReady = track.file.url !== '';
  return (
    <section className={classes.row} aria-label={t('audio.of', { name: soundTitle(track.file.name) })}>
      <PlayButton track={track} size={44} />
      <div className={classes.rowText}>
        <Text fw={650} truncate title={track.file.name}>
          {soundTitle(track.file.name)}
        </Text>
        {isCurrent ? (
          <Place />
        ) : (
          <Text className="hint figures">
            {isReady ? durationWords(track.file.seconds) : t('audio.preparing')}
          </Text>
        )}
      </div>
      {isCurrent && <Speed />}
    </section>
  );
}

export function PlayButton({ track, size }: { track: Track; size: number }) {
  const { t } = useTranslation('media');
  const state = usePlayer();
  const isCurrent = state.track?.file.file_id === track.file.file_id;
  const isRunning = isCurrent && (state.phase === 'playing' || state.phase === 'waiting');
  return (
    <ActionIcon
      size={size}
      radius="xl"
      variant="filled"
      color="var(--mantine-primary-color-filled)"
      loading={isCurrent && state.phase === 'waiting'}
      disabled={track.file.url === ''}
      aria-label={t(isRunning ? 'audio.pause' : 'audio.play', { name: soundTitle(track.file.name) })}
      onClick={() => player.toggle(track)}
    >
      {isRunning ? (
        <IconPlayerPauseFilled size={size / 2} aria-hidden />
      ) : (
        <IconPlayerPlayFilled size={size / 2} aria-hidden />
      )}
    </ActionIcon>
  );
}

/** The place in the sound that is played, to move it. */
export function Place() {
  const { t } = useTranslation('media');
  const { position, seconds, phase } = usePlayer();
  if (phase === 'failed')
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="status">
        {t('audio.failed')}
      </Text>
    );
  return (
    <div className={classes.place}>
      <Box
        component="input"
        type="range"
        min={0}
        max={Math.max(1, Math.floor(seconds))}
        step={1}
        value={Math.floor(position)}
        __vars={{ '--played': `${seconds > 0 ? Math.min(100, (100 * position) / seconds) : 0}%` }}
        aria-label={t('audio.place')}
        aria-valuetext={`${durationWords(position)} / ${durationWords(seconds)}`}
        onChange={({ currentTarget }) => player.seek(Number(currentTarget.value))}
      />
      <span className="figures">{`${durationWords(position)} / ${durationWords(seconds)}`}</span>
    </div>
  );
}

export function Speed() {
  const { t } = useTranslation('media');
  const { speed } = usePlayer();
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.speed} aria-label={t('audio.speed', { speed })}>
          {`${speed}×`}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {SPEEDS.map((one) => (
          <Menu.Item key={one} fw={one === speed ? 650 : undefined} onClick={() => player.setSpeed(one)}>
            {`${one}×`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
