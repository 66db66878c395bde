import { MantineThemeProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Names the close buttons of dialogs, drawers and notices in the language now shown. */
export function CloseButtons({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const closeButtonProps = { 'aria-label': t('action.close') };
  const named = { defaultProps: { closeButtonProps } };
  const Notification = { defaultProps: { withBorder: true, closeButtonProps } };
  return (
    <MantineThemeProvider theme={{ components: { Modal: named, Drawer: named, Notification } }}>
      {children}
    </MantineThemeProvider>
  );
}
