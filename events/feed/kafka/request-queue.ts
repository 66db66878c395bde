import { createRequire } from 'node:module';

/** Of kafkajs, which does not export it. */
interface RequestQueue {
  pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}
const { prototype }: { prototype: RequestQueue } = createRequire(import.meta.url)(
  'kafkajs/src/network/requestQueue',
);
const schedule = prototype.scheduleCheckPendingRequests;

/**
 * After every answer kafkajs sets a timer for the waiting requests. When none waits, its time is negative, and Node
 * warns. No timer is needed then: each request that has to wait sets its own.
 */
prototype.scheduleCheckPendingRequests = function (): void {
  if (this.pending.length > 0) schedule.call(this);
};
