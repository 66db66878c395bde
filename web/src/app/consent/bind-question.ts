import type { ApiRefusal } from '../../api/refusal.ts';
import { store } from '../store.ts';

const { subscribe, present, set } = store<ApiRefusal | undefined>(undefined);

/**
 * What the person is asked to add (overview specification 8): a phone number, or an email address. One question at a
 * time, about the last refusal.
 */
export const bindQuestion = {
  subscribe,
  present,
  ask: (refusal: ApiRefusal) => set(refusal),
  end: () => set(undefined),
};
