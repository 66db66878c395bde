/** The chart's colours: told apart also by a hatch (goods) and dashes (the period before). */
export const CHART = {
  sponsorship: 'var(--mantine-color-brand-5)',
  goods: 'var(--fw-chart-goods)',
  before: 'var(--mantine-color-dimmed)',
} as const;
