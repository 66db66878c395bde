import { Badge, Group, Progress, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Vote } from '#services/contract/content/votes.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { AnchorLink } from '../../links.tsx';
import { OptionPic } from './option-pic.tsx';
import classes from './vote.module.css';

/** How many chose each option, with the reader's own choice. */
export function VoteResult({ vote }: { vote: Vote }) {
  const { t, formats } = useLocale('content-vote');
  const { vote_id, options, my_vote, most, state } = vote;
  const isMine = (value: string) => my_vote.includes(value);
  return (
    <Stack gap="sm">
      {options.map(({ value, name, pic, count, percent }) => {
        const share = formats.percent(percent ?? 0);
        const figures = `${formats.number(count ?? 0)} · ${share}`;
        return (
          <Stack key={value} gap={4}>
            <Group justify="space-between" wrap="nowrap" gap="sm" align="flex-start">
              <Group gap="xs" className={classes.name}>
                <OptionPic pic={pic} small />
                <Text fw={isMine(value) ? 650 : undefined} className={classes.name}>
                  {name}
                </Text>
                {isMine(value) && (
                  <Badge color="green" leftSection={<IconCheck size={12} aria-hidden />}>
                    {t('mine')}
                  </Badge>
                )}
              </Group>
              <Text className="figures" style={{ flexShrink: 0 }}>
                {figures}
              </Text>
            </Group>
            <Progress.Root size={10} radius="xl">
              <Progress.Section value={(percent ?? 0) * 100} aria-label={name} aria-valuetext={figures} />
            </Progress.Root>
          </Stack>
        );
      })}
      <Text className="hint">{state === 'edit' ? t('preview') : most > 1 ? t('over') : t('sum')}</Text>
      {my_vote.length > 0 && (
        <AnchorLink to="/proof" search={{ vote_id }} size="sm">
          {t('check')}
        </AnchorLink>
      )}
    </Stack>
  );
}
