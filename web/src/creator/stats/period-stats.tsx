import { useTranslation } from 'react-i18next';
import type { StatDay } from '#services/api/stats/contract.ts';
import { Stat } from '../../components/stat.tsx';
import classes from './stats.module.css';
import type { Asked } from './stats-search.ts';
import { totalOf } from './totals.ts';

const FIGURES = ['gross', 'net', 'refunds', 'orders', 'new_sponsors'] as const;
const isMoney = (figure: (typeof FIGURES)[number]): boolean =>
  figure !== 'orders' && figure !== 'new_sponsors';

interface Props {
  days: readonly StatDay[];
  /** The period before; its figures are left out while it loads. */
  before: readonly StatDay[] | undefined;
  onExplain: (figure: Asked['figure']) => void;
}

/** The chosen period's figures with those of the period before. */
export function PeriodStats({ days, before, onExplain }: Props) {
  const { t } = useTranslation('stats');
  return (
    <div className={classes.figures}>
      {FIGURES.map((figure) => (
        <Stat
          key={figure}
          size="small"
          label={t(`figure.${figure}`)}
          definition={t(`define.${figure}`)}
          better={figure === 'refunds' ? 'less' : 'more'}
          kind={isMoney(figure) ? 'money' : 'count'}
          value={totalOf(figure, days)}
          {...(before === undefined ? {} : { before: totalOf(figure, before) })}
          onExplain={() => onExplain(figure)}
        />
      ))}
    </div>
  );
}
