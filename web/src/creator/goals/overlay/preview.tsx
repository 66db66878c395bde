import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { GOAL_STATUS } from '#events/status.ts';
import type { Goal } from '#services/api/goals/contract/goals.ts';
import { OVERLAY_HEADER, type OverlayStyle, showOverlay } from '#services/api/goals/contract/overlay.ts';
import { call } from '../../../api/client.ts';
import { OverlayView } from '../../../components/goals/overlay-view.tsx';
import { Section } from '../../../components/section.tsx';
import classes from './preview.module.css';

interface Props {
  style: OverlayStyle;
  token: string;
  goals: readonly Goal[];
}

/** The overlay with the values of the form, over a picture as a stream has one. */
export function Preview({ style, token, goals }: Props) {
  const { t } = useTranslation(['goals', 'goal']);
  const query = useQuery({
    queryKey: [showOverlay.path, token],
    queryFn: ({ signal }) => call(showOverlay, {}, { signal, headers: { [OVERLAY_HEADER]: token } }),
    meta: { topics: showOverlay.reads },
  });
  const shown = goals.filter(({ status }) => status === GOAL_STATUS.normal);
  const chosen = shown.find(({ goal_id }) => goal_id === style.goal_id);
  const goal = chosen ?? query.data?.goal ?? shown[0] ?? null;
  const supporters = (query.data?.supporters ?? []).slice(0, Number(style.supporters) || 0);
  const sample =
    supporters.length > 0 ? supporters : [{ name: t('goal:overlay.testName'), avatar: '', time: 0 }];
  return (
    <Section title={t('overlayPage.preview')}>
      <div className={classes.scene}>
        <OverlayView goal={goal} supporters={sample} style={style} />
      </div>
    </Section>
  );
}
