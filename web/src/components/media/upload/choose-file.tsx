import { Button, FileButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MediaKind } from '#services/contract/media/media.ts';
import { acceptOf } from './file-limits.ts';

interface Props {
  kind: MediaKind;
  label: string;
  icon: ReactNode;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** Chooses files of a kind. */
export function ChooseFile({ kind, label, icon, multiple = false, disabled = false, onFiles }: Props) {
  const accept = acceptOf(kind);
  return (
    <FileButton<boolean>
      multiple={multiple}
      {...(accept !== undefined && { accept })}
      onChange={(chosen) => onFiles([chosen ?? []].flat())}
    >
      {(props) => (
        <Button {...props} variant="default" size="sm" disabled={disabled} leftSection={icon}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}
