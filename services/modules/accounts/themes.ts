/** Creator specification 9. */
export const DEFAULT_THEME = 'rgb(148,108,230)';

/** Colours to choose from, as `rgb(r,g,b)`. */
const COLORS: Readonly<Record<string, string>> = {
  violet: DEFAULT_THEME,
  rose: 'rgb(224,92,124)',
  orange: 'rgb(222,120,48)',
  green: 'rgb(64,145,108)',
  blue: 'rgb(43,125,187)',
  slate: 'rgb(70,78,110)',
};
/** The theme whose colour the creator chooses. */
export const CUSTOM_THEME = 'custom';

interface Chosen {
  /** In use. */
  theme_color: string;
  /** Empty: none yet. */
  custom_theme: string;
}

export interface Theme {
  id: string;
  color: { r: number; g: number; b: number; a: number };
  in_use: boolean;
}

const partsOf = (color: string): Theme['color'] => {
  const [r = 0, g = 0, b = 0] = (color.match(/\d+/g) ?? []).map(Number);
  return { r, g, b, a: 1 };
};

/** The themes of a creator with their colours; the custom one is the last. */
export function themesOf({ theme_color, custom_theme }: Chosen) {
  const isCustom = !Object.values(COLORS).includes(theme_color);
  const custom = isCustom ? theme_color : custom_theme || DEFAULT_THEME;
  return [...Object.entries(COLORS), [CUSTOM_THEME, custom] as const].map(([id, css]) => ({
    id,
    css,
    color: partsOf(css),
    in_use: isCustom ? id === CUSTOM_THEME : id !== CUSTOM_THEME && css === theme_color,
  }));
}
