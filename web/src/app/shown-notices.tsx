import '@mantine/notifications/styles.css';
import { MantineThemeProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';

/** The notices; their close buttons are named in the language now shown. */
export default function ShownNotices() {
  const { t } = useTranslation('shell');
  const closeButtonProps = { 'aria-label': t('action.close') };
  return (
    <MantineThemeProvider
      theme={{ components: { Notification: { defaultProps: { withBorder: true, closeButtonProps } } } }}
    >
      <Notifications position="top-center" limit={3} />
    </MantineThemeProvider>
  );
}
