import { Badge, Button, Group, Modal, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type OpenToken, revokeOpenToken } from '#services/contract/open/developer.ts';
import { useCall } from '../../api/queries.ts';
import { Nothing } from '../../components/collection.tsx';
import { useConfirm } from '../../components/confirm.tsx';
import { Section } from '../../components/section.tsx';
import type { Column } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { CodeBlock } from './code-block.tsx';
import { TokenForm } from './token-form.tsx';
import { useTokenName } from './token-name.ts';

const MAX_TOKENS = 10;

/** The creator's tokens: creates and revokes them. */
export function TokenList({ tokens }: { tokens: readonly OpenToken[] }) {
  const { t, formats } = useLocale('open');
  const nameOf = useTokenName();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string>();
  const revoke = useCall(revokeOpenToken, {
    onSuccess: () => notifications.show({ color: 'green', message: t('tokens.revoked') }),
  });
  const { confirm, dialog } = useConfirm();
  const columns: Column<OpenToken>[] = [
    { id: 'name', head: t('tokens.name'), kind: 'name', value: nameOf },
    {
      id: 'scopes',
      head: t('tokens.scopes'),
      kind: 'status',
      value: ({ scopes }) => scopes.map((scope) => t(`scope.${scope}`)).join(', '),
      cell: ({ scopes }) => (
        <Group gap={4}>
          {scopes.map((scope) => (
            <Badge key={scope} color={scope.includes('-') ? 'orange' : 'gray'} tt="none">
              {t(`scope.${scope}`)}
            </Badge>
          ))}
        </Group>
      ),
    },
    { id: 'created', head: t('tokens.created'), kind: 'time', value: ({ create_time }) => create_time },
    {
      id: 'used',
      head: t('tokens.used'),
      value: ({ last_used_time: at }) => (at === null ? t('tokens.unused') : formats.dateTime(at)),
    },
  ];
  const create = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      disabled={tokens.length >= MAX_TOKENS}
      onClick={() => setMaking(true)}
    >
      {t('tokens.create')}
    </Button>
  );
  const nothing = {
    icon: <IconKey aria-hidden />,
    title: t('tokens.empty'),
    text: t('tokens.emptyText'),
    action: create,
  };
  return (
    <Section title={t('tokens.title')} text={t('tokens.text')} aside={tokens.length > 0 && create}>
      {tokens.length === 0 ? (
        <Nothing nothing={nothing} small />
      ) : (
        <DataTable
          label={t('tokens.title')}
          columns={columns}
          rows={tokens}
          rowKey={({ token_id }) => token_id}
          plain
          paged={false}
          actions={(token) => (
            <Button
              size="xs"
              variant="light"
              color="red"
              aria-label={t('tokens.revokeOf', { name: nameOf(token) })}
              onClick={() =>
                confirm({
                  text: t('tokens.revokeAsk', { name: nameOf(token) }),
                  yes: t('tokens.revoke'),
                  onYes: () => revoke.mutate({ token_id: token.token_id }),
                })
              }
            >
              {t('tokens.revoke')}
            </Button>
          )}
        />
      )}
      <TokenForm opened={making} onClose={() => setMaking(false)} onMade={setMade} />
      <Modal opened={made !== undefined} onClose={() => setMade(undefined)} title={t('tokens.made')}>
        <Text size="sm" mb="md">
          {t('tokens.madeText')}
        </Text>
        <CodeBlock text={made ?? ''} label={t('tokens.token')} wraps />
      </Modal>
      {dialog}
    </Section>
  );
}
