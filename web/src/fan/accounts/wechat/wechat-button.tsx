import { Button, type ButtonProps } from '@mantine/core';
import { IconBrandWechat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mpRedirectUri, wxRedirectUri } from '#services/contract/accounts/messenger.ts';
import { useCall } from '../../../api/queries.ts';
import { configQuery } from '../../../shell/config-query.ts';
import { rememberBack } from './pending-link.ts';

const RETURN = '/oauth/wechat';

/** The way that this browser can use; undefined: none is set up. */
function useWechatLogin(): 'mp' | 'wx' | undefined {
  const { data } = useQuery(configQuery);
  const kind = navigator.userAgent.includes('MicroMessenger/') ? 'mp' : 'wx';
  return data?.messenger_logins.find((one) => one === kind);
}

interface Props extends Pick<ButtonProps, 'size' | 'variant' | 'fullWidth'> {
  /** Where the person goes on afterwards. */
  back: string | undefined;
  children: ReactNode;
}

/** Leads to WeChat, and nothing where it is not set up. */
export function WechatButton({ back, children, ...look }: Props) {
  const kind = useWechatLogin();
  const onSuccess = ({ url }: { url: string }) => {
    rememberBack(back);
    location.assign(url);
  };
  const calls = {
    wx: useCall(wxRedirectUri, { refresh: false, onSuccess }),
    mp: useCall(mpRedirectUri, { refresh: false, onSuccess }),
  };
  if (kind === undefined) return null;
  const { mutate, isPending } = calls[kind];
  return (
    <Button
      variant="default"
      leftSection={<IconBrandWechat size={20} aria-hidden />}
      loading={isPending}
      onClick={() => mutate({ redirect_uri: `${location.origin}${RETURN}?kind=${kind}` })}
      {...look}
    >
      {children}
    </Button>
  );
}
