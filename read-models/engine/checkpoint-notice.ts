import type { Moved } from './projection.ts';

/** The channel for news of changed read models. */
export const CHECKPOINT_CHANNEL = 'read_model_moved';

/** A notification has at most 8,000 bytes. Without names it concerns all users. */
const MAX_NAMED = 50;

export interface CheckpointNotice {
  model: string;
  position: number;
  creators: string[];
  users: string[];
  /** Not all who are concerned are named. */
  more: boolean;
}

export function noticeText(model: string, position: number, moved: Moved): string {
  const notice: CheckpointNotice = {
    model,
    position,
    creators: [...moved.creators].slice(0, MAX_NAMED),
    users: [...moved.users].slice(0, MAX_NAMED),
    more: moved.creators.size > MAX_NAMED || moved.users.size > MAX_NAMED,
  };
  return JSON.stringify(notice);
}

const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Undefined for anything that is not one of our notices: the channel is open to every database client. */
export function readNotice(payload: string): CheckpointNotice | undefined {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { model, position, creators, users, more } = value as Partial<
    Record<keyof CheckpointNotice, unknown>
  >;
  if (typeof model !== 'string' || typeof position !== 'number') return undefined;
  if (!isStrings(creators) || !isStrings(users)) return undefined;
  return { model, position, creators, users, more: more === true };
}
