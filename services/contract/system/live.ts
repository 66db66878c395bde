/** Paths of the streams of hints, which never end and are no `endpoint()`: of a person, of a creator's page, of an overlay. */
export const LIVE_PATHS = { own: '/api/live', creator: '/api/live/creator', overlay: '/api/overlay/live' };

/** Topic of hints that something of the caller became unread (`GET /api/my/check`). It is no read model. */
export const UNREAD_TOPIC = 'notices';
