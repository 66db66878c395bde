import type { ApiRefusal } from '../../api/refusal.ts';

/** A call that needs a phone number, or an email address, that the person has not added. */
interface BindQuestion {
  refusal: ApiRefusal;
  /** The page itself needs it: who adds none goes back. */
  ofPage: boolean;
}

let present: BindQuestion | undefined;
const listeners = new Set<() => void>();

function set(question: BindQuestion | undefined): void {
  present = question;
  for (const listener of listeners) listener();
}

/** What the person is asked to add (overview specification 8); one question at a time, about the last refusal. */
export const bindQuestion = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  present: () => present,
  ask: (refusal: ApiRefusal, { ofPage = false } = {}) => set({ refusal, ofPage }),
  end: () => set(undefined),
};
