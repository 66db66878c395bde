/** The most changes of a ticket's holder. */
export const MAX_HOLDER_CHANGES = 3;

/** Seconds between the opening of the door and the begin of a round. From then on a ticket keeps its holder. */
export const DOOR_OPENS_BEFORE = 3_600;

/** Unix seconds from which a ticket keeps its holder; undefined: its event has no rounds. */
export const holderFixedFrom = (begin_time: number | null): number | undefined =>
  begin_time === null ? undefined : begin_time - DOOR_OPENS_BEFORE;
