import { type CSSVariablesResolver, createTheme, rem } from '@mantine/core';
import { BRAND, FILL_SHADE, shadesOf } from './palette.ts';

/** By the language of the page (`ground.css`): Chinese fonts have quotes and dots as wide as a character. */
const FONTS = 'var(--fw-fonts)';

const heading = (size: number, lineHeight: string) => ({ fontSize: rem(size), lineHeight });

/** Two weights (400, 650), an 8-px grid, the specification's size classes: small < 869, middle to 1000. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: FILL_SHADE,
  colors: {
    brand: shadesOf(BRAND),
    gray: [
      '#f8f6fa',
      '#f1eef5',
      '#e7e3ed',
      '#d9d4e1',
      '#c4bdcf',
      '#a69fb3',
      '#857d93',
      '#645d72',
      '#464052',
      '#2b2635',
    ],
    dark: [
      '#ece8f2',
      '#cfc9da',
      '#b0a8bf',
      '#8a8199',
      '#5f566e',
      '#463e54',
      '#352e41',
      '#241f2e',
      '#1c1824',
      '#14111a',
    ],
  },
  fontFamily: FONTS,
  headings: {
    fontFamily: FONTS,
    fontWeight: '650',
    sizes: {
      h1: heading(32, '1.3'),
      h2: heading(24, '1.35'),
      h3: heading(18, '1.4'),
      h4: heading(16, '1.5'),
      h5: heading(14, '1.5'),
      h6: heading(14, '1.5'),
    },
  },
  defaultRadius: 'md',
  radius: { xs: rem(4), sm: rem(6), md: rem(10), lg: rem(16), xl: rem(24) },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  breakpoints: { xs: '36em', sm: '54.3125em', md: '62.5625em', lg: '75em', xl: '90em' },
  shadows: {
    xs: '0 1px 2px rgba(36, 20, 70, 0.06)',
    sm: '0 2px 8px rgba(36, 20, 70, 0.07)',
    md: '0 8px 24px rgba(36, 20, 70, 0.09)',
    lg: '0 16px 48px rgba(36, 20, 70, 0.14)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { radius: 'xl' } },
    PasswordInput: { defaultProps: { visibilityToggleFocusable: true } },
    Textarea: { defaultProps: { autosize: true, minRows: 2 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    // A dialog's head is no banner of the page.
    Modal: {
      defaultProps: { centered: true, radius: 'lg', attributes: { header: { role: 'presentation' } } },
      styles: { title: { fontWeight: 650, lineHeight: 1.5 } },
    },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Tooltip: {
      defaultProps: {
        withArrow: true,
        multiline: true,
        maw: 280,
        events: { hover: true, focus: true, touch: true },
      },
    },
    InputWrapper: { styles: { label: { marginBottom: 4 }, description: { marginBottom: 4 } } },
    Skeleton: { defaultProps: { radius: 'md' } },
    Notification: { defaultProps: { withBorder: true } },
    Paper: { defaultProps: { radius: 'lg' } },
    // Below the header and the lightbox, when the page moves under them.
    Indicator: { defaultProps: { zIndex: 1 } },
    Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 650 } },
  },
});

/** Colours that the library leaves too faint to read on our grounds (WCAG AA), and our own grounds. */
export const cssVariables: CSSVariablesResolver = (resolved) => {
  const brand = resolved.colors.brand ?? [];
  const dark = resolved.colors.dark ?? [];
  return {
    variables: {},
    light: {
      '--mantine-color-text': '#211a2e',
      '--mantine-color-dimmed': '#655d73',
      '--mantine-color-placeholder': '#726a80',
      '--mantine-color-error': '#c22b2b',
      '--mantine-color-anchor': brand[7] ?? '',
      '--mantine-color-brand-light-color': brand[8] ?? '',
      '--mantine-primary-color-light-color': brand[8] ?? '',
      '--mantine-color-default-border': '#e4dfec',
      '--mantine-color-green-light-color': '#1d6b2f',
      '--mantine-color-orange-light-color': '#93450a',
      '--mantine-color-red-light-color': '#a82222',
      '--mantine-color-gray-light-color': '#4d4658',
      '--mantine-color-blue-light-color': '#155799',
      '--mantine-color-green-light': '#e7f5ea',
      '--mantine-color-orange-light': '#fdf1e4',
      '--mantine-color-red-light': '#fdecec',
      '--mantine-color-gray-light': '#f1eef5',
      '--fw-ground': '#f8f6fb',
      '--fw-raised': '#ffffff',
      '--fw-line': '#ebe6f2',
      '--fw-wash': brand[0] ?? '',
      '--fw-good': '#1d6b2f',
      '--fw-bad': '#b52626',
    },
    dark: {
      '--mantine-color-text': dark[0] ?? '',
      '--mantine-color-dimmed': dark[2] ?? '',
      '--mantine-color-placeholder': '#a59cb4',
      '--mantine-color-error': '#ff8f8f',
      '--mantine-color-anchor': brand[3] ?? '',
      '--mantine-color-brand-light': 'rgba(148, 108, 230, 0.2)',
      '--mantine-color-brand-light-hover': 'rgba(148, 108, 230, 0.28)',
      '--mantine-primary-color-light': 'rgba(148, 108, 230, 0.2)',
      '--mantine-primary-color-light-hover': 'rgba(148, 108, 230, 0.28)',
      '--mantine-color-brand-light-color': brand[2] ?? '',
      '--mantine-primary-color-light-color': brand[2] ?? '',
      '--mantine-color-body': '#241f2e',
      '--mantine-color-default-border': '#463e54',
      '--mantine-color-green-light': 'rgba(64, 192, 87, 0.16)',
      '--mantine-color-green-light-color': '#8ce99a',
      '--mantine-color-orange-light': 'rgba(240, 140, 60, 0.16)',
      '--mantine-color-orange-light-color': '#ffc078',
      '--mantine-color-red-light': 'rgba(250, 82, 82, 0.16)',
      '--mantine-color-red-light-color': '#ffa8a8',
      '--mantine-color-gray-light': 'rgba(255, 255, 255, 0.08)',
      '--mantine-color-gray-light-color': dark[1] ?? '',
      '--fw-ground': '#17131d',
      '--fw-raised': '#241f2e',
      '--fw-line': '#352e41',
      '--fw-wash': 'rgba(148, 108, 230, 0.14)',
      '--fw-good': '#7fd596',
      '--fw-bad': '#ff9b9b',
    },
  };
};
