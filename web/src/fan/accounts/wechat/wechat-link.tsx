import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { unbindWechat } from '#services/contract/accounts/messenger.ts';
import { useCall } from '../../../api/queries.ts';
import { useConfirm } from '../../../components/confirm.tsx';
import { WechatButton } from './wechat-button.tsx';

/** Links WeChat to the own account, or ends that. */
export function WechatLink({ linked }: { linked: boolean }) {
  const { t } = useTranslation('accounts');
  const { confirm, dialog } = useConfirm();
  const unlink = useCall(unbindWechat);
  return (
    <Group>
      {linked ? (
        <Button
          size="sm"
          variant="default"
          loading={unlink.isPending}
          onClick={() =>
            confirm({ text: t('wechat.ask'), yes: t('wechat.unlink'), onYes: () => unlink.mutate({}) })
          }
        >
          {t('wechat.unlink')}
        </Button>
      ) : (
        <WechatButton back="/setting/account" size="sm">
          {t('wechat.link')}
        </WechatButton>
      )}
      {dialog}
    </Group>
  );
}
