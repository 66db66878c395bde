import { createFileRoute } from '@tanstack/react-router';
import { GuestsPage } from '../door/tickets/guests/guests-page.tsx';
import { guestsSearch } from '../door/tickets/guests/guests-search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/_creator/dashboard/guests')({
  validateSearch: guestsSearch,
  component: searchPage(GuestsPage, true),
});
