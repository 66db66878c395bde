import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CHART } from './chart-colors.ts';
import classes from './income-chart.module.css';

/** The hatch of goods; put once into each drawing that uses it. */
export const GoodsHatch = ({ id }: { id: string }) => (
  <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width={6} height={6} fill={CHART.goods} />
    <line x1={0} y1={0} x2={0} y2={6} stroke="var(--fw-raised)" strokeWidth={2} strokeOpacity={0.45} />
  </pattern>
);

const Square = ({ fill, children }: { fill: string; children?: ReactNode }) => (
  <svg width={14} height={14} aria-hidden role="presentation">
    {children}
    <rect width={14} height={14} rx={3} fill={fill} />
  </svg>
);

export const SponsorshipSign = () => <Square fill={CHART.sponsorship} />;
export const GoodsSign = () => (
  <Square fill="url(#goods-sign)">
    <defs>
      <GoodsHatch id="goods-sign" />
    </defs>
  </Square>
);
export const BeforeSign = () => (
  <svg width={18} height={14} aria-hidden role="presentation">
    <line x1={0} y1={7} x2={18} y2={7} stroke={CHART.before} strokeWidth={2} strokeDasharray="4 3" />
  </svg>
);

/** The meanings of the chart's signs. */
export function Legend() {
  const { t } = useTranslation('stats');
  return (
    <ul className={classes.legend}>
      <li>
        <SponsorshipSign />
        {t('chart.sponsorship')}
      </li>
      <li>
        <GoodsSign />
        {t('chart.goods')}
      </li>
      <li>
        <BeforeSign />
        {t('chart.before')}
      </li>
    </ul>
  );
}
