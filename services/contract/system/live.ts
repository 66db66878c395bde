/** Paths of the streams of hints, which never end and are no `endpoint()`: of a person, of a creator's page, of an overlay. */
export const LIVE_PATHS = { own: '/api/live', creator: '/api/live/creator', overlay: '/api/overlay/live' };
