import { createFileRoute } from '@tanstack/react-router';
import { CreatorFrame } from '../creator/frame/creator-frame.tsx';
import { creatorsOnly } from '../creator/frame/creator-guard.ts';
import { sessionRequired } from '../shell/session-guard.ts';

export const Route = createFileRoute('/_creator')({
  staticData: sessionRequired,
  beforeLoad: creatorsOnly,
  component: CreatorFrame,
});
