import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { OVERLAY_PLATE, OVERLAY_SIZE } from '#events/status.ts';
import type { Overlay } from '#services/contract/goals/overlay.ts';
import { useGoalWords } from './goal-words.ts';
import classes from './overlay-view.module.css';

const FONT_PX = { [OVERLAY_SIZE.small]: 16, [OVERLAY_SIZE.medium]: 22, [OVERLAY_SIZE.large]: 30 };
const PLATES = {
  [OVERLAY_PLATE.none]: classes.noPlate,
  [OVERLAY_PLATE.dark]: classes.darkPlate,
  [OVERLAY_PLATE.light]: classes.lightPlate,
};

interface Props extends Pick<Overlay, 'goal' | 'supporters' | 'style'> {
  /** A test supporter is shown. */
  testing?: boolean;
}

/** The goal bar and the latest supporters over a stream. */
export function OverlayView({ goal, supporters, style, testing = false }: Props) {
  const { t } = useTranslation('goals-progress');
  const { nameOf, percentOf, progressOf } = useGoalWords();
  const { size, plate, text_color, bar_color, show_goal, show_supporters } = style;
  const people = show_supporters ? supporters : [];
  const bar = show_goal ? goal : null;
  if (bar === null && people.length === 0 && !testing) return null;
  return (
    <div
      className={`${classes.overlay} ${PLATES[plate]}`}
      style={{ fontSize: FONT_PX[size], color: text_color }}
    >
      {bar !== null && (
        <section aria-label={nameOf(bar)}>
          <div className={classes.line}>
            <strong className={classes.name}>{nameOf(bar)}</strong>
            <strong className="figures">{percentOf(bar.percent)}</strong>
          </div>
          <div
            className={classes.track}
            role="progressbar"
            aria-label={nameOf(bar)}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.floor(bar.percent * 100)}
          >
            <div className={classes.bar} style={{ width: `${bar.percent * 100}%`, background: bar_color }} />
          </div>
          <div className={`${classes.line} ${classes.small} figures`}>
            <span>{progressOf(bar)}</span>
            {bar.percent >= 1 && (
              <span className={classes.reached}>
                <IconCheck size="1.1em" aria-hidden />
                {t('reached')}
              </span>
            )}
          </div>
        </section>
      )}
      {(people.length > 0 || testing) && (
        <section aria-label={t('overlay.supporters')}>
          <div className={classes.small}>{t('overlay.supporters')}</div>
          <ul className={classes.people} aria-live="polite">
            {testing && (
              <li className={classes.person} style={{ borderColor: bar_color }}>
                {t('overlay.testName')}
                <span className={classes.mark} style={{ background: bar_color }}>
                  {t('overlay.test')}
                </span>
              </li>
            )}
            {people.map(({ name, time }, index) => (
              <li key={`${name} ${time} ${index}`} className={classes.person}>
                {name || t('overlay.anonymous')}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
