import { Button, Group, PasswordInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconCopy, IconRefresh, IconSparkles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { renewOverlay, testOverlay } from '#services/contract/goals/overlay.ts';
import { useCall } from '../../../api/queries.ts';
import { useConfirm } from '../../../components/confirm.tsx';
import { CopyButton } from '../../../components/copy/copy-button.tsx';
import { Section } from '../../../components/section.tsx';

/** The secret link, covered so that it is not shown on a stream by mistake. */
export function LinkPart({ token }: { token: string }) {
  const { t } = useTranslation('goals');
  const { confirm, dialog } = useConfirm();
  const notice = (message: string) => ({
    onSuccess: () => notifications.show({ color: 'green', message }),
  });
  const renew = useCall(renewOverlay, notice(t('overlayPage.renewed')));
  const test = useCall(testOverlay, { refresh: false, ...notice(t('overlayPage.tested')) });
  const link = `${location.origin}/overlay#${token}`;
  return (
    <Section title={t('overlayPage.link')} text={t('overlayPage.linkText')}>
      <PasswordInput
        aria-label={t('overlayPage.link')}
        readOnly
        value={link}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': t('overlayPage.show') }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group gap="sm">
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button
              leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
              onClick={copy}
            >
              {t(copied ? 'overlayPage.copied' : 'overlayPage.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<IconSparkles size={18} aria-hidden />}
          loading={test.isPending}
          onClick={() => test.mutate({})}
        >
          {t('overlayPage.test')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={renew.isPending}
          onClick={() =>
            confirm({
              text: t('overlayPage.renewAsk'),
              yes: t('overlayPage.renew'),
              onYes: () => renew.mutate({}),
            })
          }
        >
          {t('overlayPage.renew')}
        </Button>
      </Group>
      {dialog}
    </Section>
  );
}
