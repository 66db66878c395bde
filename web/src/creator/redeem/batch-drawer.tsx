import { ActionIcon, Badge, Button, Chip, Group, Stack, Table, Text, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconBan, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ListedRedeemCode,
  listRedeemCodes,
  type RedeemBatch,
  revokeRedeemCodes,
} from '#services/contract/redeem/calls.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { useConfirm } from '../../components/confirm.tsx';
import { CopyIcon } from '../../components/copy/copy-icon.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Pages } from '../../components/pages.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { Skeletons } from '../../components/skeletons.tsx';
import { nameOf } from './batch-name.ts';

const A_PAGE = 50;
type CodeStatus = ListedRedeemCode['status'];
const STATUSES: readonly (CodeStatus | '')[] = ['', 'open', 'pending', 'used', 'revoked', 'expired'];
const COLORS: Readonly<Record<CodeStatus, string>> = {
  open: 'green',
  pending: 'orange',
  used: 'brand',
  revoked: 'gray',
  expired: 'gray',
};

/** The codes of one batch: copy, share by link, revoke. */
export function BatchDrawer({ batch, onClose }: { batch: RedeemBatch | undefined; onClose: () => void }) {
  const { t } = useTranslation('redeem');
  return (
    <SideDrawer title={batch && t('codes.title', { name: nameOf(batch) })} width={640} onClose={onClose}>
      {batch !== undefined && <Codes key={batch.batch_id} batch={batch} />}
    </SideDrawer>
  );
}

function Codes({ batch }: { batch: RedeemBatch }) {
  const { t } = useTranslation('redeem');
  const [status, setStatus] = useState<CodeStatus | ''>('');
  const [page, setPage] = useState(1);
  const query = useQuery(
    queryOf(listRedeemCodes, { batch_id: batch.batch_id, status, page, per_page: A_PAGE }),
  );
  const revoke = useCall(revokeRedeemCodes);
  const { confirm, dialog } = useConfirm();
  const confirmRevoke = (text: string, what: Parameters<typeof revoke.mutate>[0]) =>
    confirm({
      text,
      yes: t('codes.revokeYes'),
      onYes: () =>
        revoke.mutate(what, {
          onSuccess: ({ num }) =>
            notifications.show({ color: 'green', message: t('codes.revoked', { count: num }) }),
        }),
    });
  return (
    <Stack gap="md">
      <Chip.Group
        value={status}
        onChange={(value) => {
          setStatus(STATUSES.find((one) => one === value) ?? '');
          setPage(1);
        }}
      >
        <Group gap={6} role="radiogroup" aria-label={t('title')}>
          {STATUSES.map((value) => (
            <Chip key={value} value={value} size="sm">
              {t(value === '' ? 'codes.all' : `status.${value}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Loaded
        query={query}
        skeleton={
          <Stack gap={8}>
            <Skeletons count={8} height={36} radius="md" />
          </Stack>
        }
        isEmpty={({ list }) => list.length === 0}
        empty={<Text c="dimmed">{t('codes.none')}</Text>}
      >
        {({ list, total_count }) => (
          <Stack gap="md">
            <Table verticalSpacing={6}>
              <Table.Tbody>
                {list.map((code) => (
                  <CodeRow
                    key={code.redeem_id}
                    code={code}
                    onRevoke={() =>
                      confirmRevoke(t('codes.revokeAsk', { code: code.code }), { redeem_id: code.redeem_id })
                    }
                  />
                ))}
              </Table.Tbody>
            </Table>
            <Pages total={total_count} perPage={A_PAGE} page={page} onPage={setPage} />
          </Stack>
        )}
      </Loaded>
      <Button
        variant="light"
        color="red"
        style={{ alignSelf: 'flex-start' }}
        loading={revoke.isPending}
        onClick={() => confirmRevoke(t('codes.revokeAllAsk'), { batch_id: batch.batch_id })}
      >
        {t('codes.revokeAll')}
      </Button>
      {dialog}
    </Stack>
  );
}

function CodeRow({ code: one, onRevoke }: { code: ListedRedeemCode; onRevoke: () => void }) {
  const { t } = useTranslation('redeem');
  const { code, redeem_id, status, uses, used_count } = one;
  const address = `${window.location.origin}/redeem/${redeem_id}#${code}`;
  return (
    <Table.Tr>
      <Table.Td>
        <Text
          ff="monospace"
          size="sm"
          style={{ wordBreak: 'break-all' }}
          c={code === '' ? 'dimmed' : undefined}
        >
          {code || t('codes.erased')}
        </Text>
        {uses > 1 && <Text className="footnote figures">{t('codes.uses', { used: used_count, uses })}</Text>}
      </Table.Td>
      <Table.Td>
        <Badge color={COLORS[status]}>{t(`status.${status}`)}</Badge>
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap" justify="flex-end">
          {status === 'open' && code !== '' && (
            <>
              <CopyIcon size={36} value={code} label={t('codes.copy')} full={t('codes.copyOf', { code })} />
              <CopyIcon
                size={36}
                value={address}
                label={t('codes.link')}
                full={t('codes.linkOf', { code })}
                icon={IconLink}
              />
              <Tooltip label={t('codes.revoke')}>
                <ActionIcon
                  color="red"
                  size={36}
                  aria-label={t('codes.revokeOf', { code })}
                  onClick={onRevoke}
                >
                  <IconBan size={18} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
