import type { ShownFile } from '#services/contract/media/media.ts';
import { isFresh, type Renew } from './address.ts';
import { setNowPlaying } from './now-playing.ts';
import { keepPosition, keptPosition } from './positions.ts';

/** What is played, with the page that shows it. */
export interface Track {
  file: Pick<ShownFile, 'file_id' | 'name' | 'seconds' | 'url'>;
  post_id: string;
  title: string;
  renew: Renew;
}

export interface PlayerState {
  track: Track | undefined;
  phase: 'paused' | 'waiting' | 'playing' | 'failed';
  /** Seconds. */
  position: number;
  seconds: number;
  speed: number;
}

export const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const;
const KEEP_EVERY_S = 5;
/** With less than this loaded ahead, an ended address is renewed before the browser needs it. */
const AHEAD_S = 20;
/** Renewals of one track without a second of sound between them. */
const MAX_RENEWALS = 3;

/** One sound at a time. It survives navigation, continues where the person stopped, and renews ended addresses. */
export class Player {
  private element: HTMLAudioElement | undefined;
  private state: PlayerState = { track: undefined, phase: 'paused', position: 0, seconds: 0, speed: 1 };
  private readonly listeners = new Set<() => void>();
  private kept = 0;
  private renewals = 0;
  private isRenewing = false;
  private readonly create: () => HTMLAudioElement;

  constructor(create: () => HTMLAudioElement) {
    this.create = create;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  snapshot = (): PlayerState => this.state;

  /** Plays a track; the same one goes on, or pauses. */
  toggle(track: Track): void {
    if (this.state.track?.file.file_id !== track.file.file_id) this.start(track);
    else if (this.state.phase === 'playing' || this.state.phase === 'waiting') this.element?.pause();
    else this.resume();
  }

  seek(position: number): void {
    const { track } = this.state;
    if (this.element === undefined || track === undefined) return;
    this.update({ position });
    // The browser asks for another part of the file: with an address that ended it would get none.
    if (isFresh(track.file.url)) this.element.currentTime = position;
    else void this.renew(position, this.state.phase === 'playing');
  }

  setSpeed(speed: number): void {
    if (this.element) this.element.playbackRate = speed;
    this.update({ speed });
  }

  /** Stops, and forgets the track; the place in it is kept. */
  close(): void {
    this.keep();
    this.release();
    this.update({ track: undefined, phase: 'paused', position: 0, seconds: 0 });
    setNowPlaying(false);
  }

  private start(track: Track): void {
    this.keep();
    this.release();
    const position = keptPosition(track.file.file_id);
    this.renewals = 0;
    this.update({ track, phase: 'waiting', position, seconds: track.file.seconds });
    setNowPlaying(true);
    if (isFresh(track.file.url)) this.use(this.prepared(track.file.url, position), true);
    else void this.renew(position, true);
  }

  private resume(): void {
    const { track, position } = this.state;
    this.renewals = 0;
    if (track === undefined) return;
    if (this.element && this.state.phase !== 'failed') void this.play(this.element);
    else void this.renew(position, true);
  }

  private prepared(url: string, position: number): HTMLAudioElement {
    const element = this.create();
    element.preload = 'auto';
    element.src = url;
    element.playbackRate = this.state.speed;
    element.currentTime = position;
    return element;
  }

  /** Refused without a press of the person, for example: then it is paused. */
  private play = (element: HTMLAudioElement): Promise<void> =>
    element.play().catch(() => {
      if (element === this.element && element.error === null) this.update({ phase: 'paused' });
    });

  private use(element: HTMLAudioElement, plays: boolean): void {
    const before = this.element;
    this.element = element;
    const on = (name: string, act: () => void) =>
      element.addEventListener(name, () => element === this.element && act());
    on('playing', () => this.update({ phase: 'playing' }));
    on('waiting', () => this.update({ phase: 'waiting' }));
    on('pause', () => {
      this.keep();
      if (this.state.phase !== 'failed') this.update({ phase: 'paused' });
    });
    on('ended', () => keepPosition(this.state.track?.file.file_id ?? '', 0, 0));
    on('durationchange', () => {
      if (Number.isFinite(element.duration)) this.update({ seconds: element.duration });
    });
    on('timeupdate', () => this.moved(element));
    on('error', () => void this.renew(this.state.position, this.state.phase !== 'paused'));
    if (plays) void this.play(element);
    before?.pause();
  }

  private moved(element: HTMLAudioElement): void {
    const position = element.currentTime;
    if (Math.abs(position - this.kept) >= KEEP_EVERY_S) this.keep();
    if (position > this.state.position) this.renewals = 0;
    this.update({ position });
    const { track, seconds, phase } = this.state;
    if (track === undefined || phase !== 'playing' || isFresh(track.file.url)) return;
    const ranges = element.buffered;
    const loaded = ranges.length > 0 ? ranges.end(ranges.length - 1) : 0;
    if (loaded < seconds - 1 && loaded - position < AHEAD_S) void this.renew(position, true);
  }

  /** A second element is prepared with a new address, and takes over where the first one is. */
  private async renew(position: number, plays: boolean): Promise<void> {
    const { track } = this.state;
    if (track === undefined || this.isRenewing) return;
    this.renewals += 1;
    this.isRenewing = true;
    const fresh = this.renewals > MAX_RENEWALS ? undefined : await track.renew(track.file.file_id);
    this.isRenewing = false;
    if (this.state.track?.file.file_id !== track.file.file_id) return;
    if (fresh === undefined || fresh.url === '') {
      this.update({ phase: 'failed' });
      this.element?.pause();
      return;
    }
    this.update({ track: { ...track, file: fresh } });
    const isRunning = this.state.phase === 'playing' && this.element?.error === null;
    this.use(this.prepared(fresh.url, isRunning ? (this.element?.currentTime ?? position) : position), plays);
  }

  private keep(): void {
    const { track, position, seconds } = this.state;
    if (track === undefined || position === this.kept) return;
    this.kept = position;
    keepPosition(track.file.file_id, position, seconds);
  }

  private release(): void {
    const { element } = this;
    this.element = undefined;
    element?.pause();
    element?.removeAttribute('src');
  }

  private update(change: Partial<PlayerState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

export const player = new Player(() => new Audio());
