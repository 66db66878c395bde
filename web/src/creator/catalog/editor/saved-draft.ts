import type { PlanValues } from './plan-values.ts';

interface Draft {
  user_id: string;
  /** The editor's plan, or the kind of a new one. */
  editing: string;
  values: PlanValues;
}

let stored: Draft | undefined;

/** Keeps what was typed when a session ended, for the same person in the same window. Only in memory. */
export function saveDraft(draft: Draft | undefined): void {
  stored = draft;
}

export const savedDraft = (user_id: string, editing: string): PlanValues | undefined =>
  stored?.user_id === user_id && stored.editing === editing ? stored.values : undefined;
