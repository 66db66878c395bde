import { deviceHistory } from './device-history.ts';

/** Overview specification 5: ten searches. */
const searches = deviceHistory({ key: 'search_history', most: 10 });

export const rememberSearch = searches.remember;
export const forgetSearches = searches.forget;
export const useSearchHistory = searches.useHistory;
