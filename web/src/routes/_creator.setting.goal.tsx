import { createFileRoute } from '@tanstack/react-router';
import type { GoalsSearch } from '../creator/goals/goal-drawers.tsx';
import { GoalsPage } from '../creator/goals/goals-page.tsx';
import { dayIn, oneOf, pageIn, textIn } from '../shell/search.ts';

export const Route = createFileRoute('/_creator/setting/goal')({
  validateSearch: (search): GoalsSearch => ({
    day: dayIn(search, 'day'),
    goal_id: textIn(search, 'goal_id'),
    show: oneOf(search, 'show', ['orders', 'history']),
    page: pageIn(search),
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
