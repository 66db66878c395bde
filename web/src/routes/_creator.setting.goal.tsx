import { createFileRoute } from '@tanstack/react-router';
import type { GoalsSearch } from '../creator/goals/goal-drawers.tsx';
import { GoalsPage } from '../creator/goals/goals-page.tsx';
import { dayIn } from '../creator/stats/stats-search.ts';
import { oneOf, textIn, wholeIn } from '../shell/search.ts';

const LAST_PAGE = 100_000;

export const Route = createFileRoute('/_creator/setting/goal')({
  validateSearch: (search): GoalsSearch => ({
    day: dayIn(search, 'day'),
    goal_id: textIn(search, 'goal_id'),
    show: oneOf(search, 'show', ['orders', 'history']),
    page: wholeIn(search, 'page', 1, LAST_PAGE),
  }),
  component: function Goals() {
    const navigate = Route.useNavigate();
    return (
      <GoalsPage
        search={Route.useSearch()}
        onSearch={(search) => void navigate({ search, resetScroll: false })}
      />
    );
  },
});
