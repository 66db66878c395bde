import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** Those that ended first are forgotten: there are fewer at a time that are not over. */
const REMEMBERED = 50;

/** A notice of the platform. */
export interface NoticeBar {
  bar_id: string;
  text: Readonly<Record<'zh-CN' | 'en-US', string>>;
  path: string;
  from: Millis;
  to: Millis;
  ended: boolean;
  /** How often it was written. */
  revision: number;
}

/** The newest first. */
type NoticeBarsState = readonly NoticeBar[];

const overAt = ({ ended, to }: NoticeBar): Millis => (ended ? 0 : to);

/** Whether it is not over; it may begin later. */
export const isOpen = (bar: NoticeBar, now: Millis): boolean => overAt(bar) > now;

function evolve(state: NoticeBarsState, { type, data }: DomainEvent): NoticeBarsState {
  switch (type) {
    case 'NoticeBarWritten': {
      const { bar_id, text, path, from, to } = data;
      const before = state.find((bar) => bar.bar_id === bar_id);
      const bar = { bar_id, text, path, from, to, ended: false, revision: (before?.revision ?? 0) + 1 };
      if (before) return state.map((one) => (one === before ? bar : one));
      if (state.length < REMEMBERED) return [bar, ...state];
      const first = state.reduce((one, other) => (overAt(other) < overAt(one) ? other : one));
      return [bar, ...state.filter((one) => one !== first)];
    }
    case 'NoticeBarEnded':
      return state.map((bar) => (bar.bar_id === data.bar_id ? { ...bar, ended: true } : bar));
    default:
      return state;
  }
}

const none: NoticeBarsState = [];
export const noticeBarsKind = streamKind<NoticeBarsState>('noticebars', none, evolve, { shape: 1 });
