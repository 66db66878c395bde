/** The chart's colours. A hatch (goods) and dashes (the period before) also distinguish the series. */
export const CHART = {
  sponsorship: 'var(--mantine-color-brand-5)',
  goods: 'var(--fw-chart-goods)',
  before: 'var(--mantine-color-dimmed)',
} as const;
